"""Time limits of tasks; enforced in `limited_task.py`."""

MINUTE = 60
# (soft, hard), in seconds.
DEFAULT = (MINUTE, 90)
LIMITS: dict[str, tuple[int, int]] = {
    "tournaments.tasks.refresh_standings": DEFAULT,
    "tournaments.tasks.repair_standings": DEFAULT,
    "tournaments.jobs.settle_ladders": DEFAULT,
    "tournaments.jobs.expire_challenge": DEFAULT,
    "tournaments.jobs.drop_inactive": DEFAULT,
    "tournaments.jobs.pair_arenas": DEFAULT,
    "tournaments.jobs.pair_arena": DEFAULT,
    "tournaments.tasks.number_changes": DEFAULT,
    "tournaments.tasks.forget_old_changes": (5 * MINUTE, 6 * MINUTE),
    "tournaments.jobs.repair_pairings": DEFAULT,
    "tournaments.jobs.mail_witness": DEFAULT,
    # Longer than the limit of the pairing itself (pairing_jobs.JOB_SECONDS).
    "tournaments.jobs.pair_round": (6 * MINUTE, 7 * MINUTE),
    # A million games take a minute, a nightly fit of all ratings much longer.
    "ratings.tasks.replay_pool": (25 * MINUTE, 30 * MINUTE),
    "ratings.tasks.repair_pools": DEFAULT,
    "ratings.tasks.refresh_series": DEFAULT,
    "ratings.tasks.repair_series": DEFAULT,
    "ratings.tasks.rebuild_by_night": DEFAULT,
    "ratings.tasks.forget_old_epochs": (5 * MINUTE, 6 * MINUTE),
    "ratings.jobs.publish_lists": (5 * MINUTE, 6 * MINUTE),
    "games.jobs.confirm_overdue": (5 * MINUTE, 6 * MINUTE),
    "games.jobs.rule_late": (5 * MINUTE, 6 * MINUTE),
    # A slice of 20 seconds (import_runs.SLICE_SECONDS) and its last batch.
    "games.jobs.run_import": (2 * MINUTE, 3 * MINUTE),
    "games.jobs.resend_imports": DEFAULT,
    # Each of a hundred seeks may ask the server twice.
    "games.jobs.tend_playtak": (4 * MINUTE, 5 * MINUTE),
    "games.jobs.check_playtak_message": DEFAULT,
    "games.jobs.forget_playtak_messages": DEFAULT,
    "config.jobs.forget_idempotency_keys": DEFAULT,
    "config.jobs.back_up_by_night": (50 * MINUTE, 60 * MINUTE),
    "config.jobs.forget_tokens_of_applications": (5 * MINUTE, 6 * MINUTE),
    "config.jobs.mail_reset_links": DEFAULT,
    "config.jobs.mail_personal_link": DEFAULT,
    "config.jobs.fan_out_webhooks": DEFAULT,
    # It takes new ones for 20 seconds; the last may take 15, and longer where no name resolves.
    "config.jobs.deliver_webhooks": (2 * MINUTE, 3 * MINUTE),
    "config.jobs.make_notices": DEFAULT,
    "config.jobs.tell_deadlines": DEFAULT,
    # It takes new ones for 20 seconds; the last may wait three times for the mail server.
    "config.jobs.mail_notices": (2 * MINUTE, 3 * MINUTE),
    # As deliver_webhooks.
    "config.jobs.push_notices": (2 * MINUTE, 3 * MINUTE),
    "config.jobs.forget_old_notices": (5 * MINUTE, 6 * MINUTE),
    "config.jobs.forget_old_deliveries": (5 * MINUTE, 6 * MINUTE),
}
ANNOTATIONS = {
    name: {"soft_time_limit": soft, "time_limit": hard} for name, (soft, hard) in LIMITS.items()
}
