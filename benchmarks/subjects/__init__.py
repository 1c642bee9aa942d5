"""What the benchmarks measure: workloads of real code, and families of functions with growing inputs."""
