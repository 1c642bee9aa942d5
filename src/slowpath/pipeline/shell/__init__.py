"""Shell pipelines of the commands that are built in: parsed to stages, and replayed on the real commands."""
