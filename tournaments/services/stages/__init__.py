"""Services about stages: options, ends, qualification, play-offs."""
