"""Pages of the desk that set up an event: new event, settings, stages, seasons."""
