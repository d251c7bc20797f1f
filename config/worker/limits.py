"""How long each task may run; what becomes of one that runs longer: `limited_task.py`."""

MINUTE = 60
# (soft, hard), in seconds.
USUAL = (MINUTE, 90)
LIMITS: dict[str, tuple[int, int]] = {
    "tournaments.tasks.refresh_standings": USUAL,
    "tournaments.tasks.refresh_series": USUAL,
    "tournaments.tasks.repair_standings": USUAL,
    "tournaments.jobs.repair_pairings": USUAL,
    # A pairing has an end of its own (pairing_jobs.JOB_SECONDS); this is beyond it.
    "tournaments.jobs.pair_round": (6 * MINUTE, 7 * MINUTE),
    # A million games take a minute; a fit of all their ratings, by night, much longer.
    "ratings.tasks.replay_pool": (25 * MINUTE, 30 * MINUTE),
    "ratings.tasks.repair_pools": USUAL,
    "ratings.tasks.rebuild_by_night": USUAL,
    "ratings.tasks.forget_old_epochs": (5 * MINUTE, 6 * MINUTE),
    "ratings.jobs.publish_lists": (5 * MINUTE, 6 * MINUTE),
    "games.jobs.confirm_overdue": (5 * MINUTE, 6 * MINUTE),
    "games.jobs.rule_late": (5 * MINUTE, 6 * MINUTE),
    "config.jobs.forget_idempotency_keys": USUAL,
    "config.jobs.mail_reset_links": USUAL,
}
ANNOTATIONS = {
    name: {"soft_time_limit": soft, "time_limit": hard} for name, (soft, hard) in LIMITS.items()
}
