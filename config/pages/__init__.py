"""The pages: one module for each noun; they call selectors and services only."""
