"""The admin as a whole: its site, its front page, the names of its tables and the links between."""
