"""The tables of the squashed migration, by what they hold, as in `tournaments/models/`."""
