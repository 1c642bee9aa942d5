"""What the recipes of a search are made of: words of the code, parts for one parameter and for all."""
