"""Pages of applications: asking, what may act for one, what one makes."""
