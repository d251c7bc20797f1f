"""Pages of webhooks: those of an event, a club or one's own player, and one with its deliveries."""
