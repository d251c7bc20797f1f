"""Notices on devices: web push (RFC 8030), encrypted for each device, signed by the service."""
