"""How long a stop waits for what runs. Read by all that stops processes, so it imports nothing."""

# A web process finishes its requests, which wait for the database no longer (config/settings.py).
REQUEST_SECONDS = 30
# A worker finishes its tasks. One that is then killed is sent again by beat; a pairing is given to
# another worker as soon as its heartbeat stops.
STOP_SECONDS = 40.0
