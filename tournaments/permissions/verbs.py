"""The verbs: which roles may do them, and on what.

The object of a verb: an Event (event.*, entry.add, stage.rule, round.*, apart.*, journal.view), an
Entry (the other entry.*), (Event, player id) (event.enter), a Club (club.edit, club.add_player,
series.edit, event.create and event.take_in in a club), an Event or a Club (staff.view), a Player
(player.*, member.answer), an account (account.reset), a SlotContext (slot.*, game.void), the ids of
the players of a casual game (casual.submit, game.void), those and the submitter's seat
(casual.confirm), the Player who is merged and the one who stays (player.merge), two Players
(player.distinguish), an Event or None for everything (flags.view), else None.
"""

ORGANISERS = frozenset({"organiser", "club_organiser", "owner", "site_staff"})
STAFF = ORGANISERS | {"arbiter"}
SITE_STAFF = frozenset({"site_staff"})
SEATED_PLAYERS = frozenset({"seat_of_slot"})
# Who may vouch for a player besides the player's own account: see selectors.vouching_ground.
VOUCHERS = frozenset({"voucher", "site_staff"})

ROLES_BY_VERB: dict[str, frozenset[str]] = {
    "event.create": frozenset({"user", "club_organiser", "owner", "site_staff"}),
    "event.take_in": frozenset({"club_organiser", "owner", "site_staff"}),
    "event.edit": ORGANISERS,
    "event.view": STAFF | {"anonymous", "user", "player_of_event"},
    "event.announce": STAFF,
    "event.enter": STAFF | {"self"},
    "event.start": ORGANISERS,
    "event.finish": ORGANISERS,
    "event.import": STAFF,
    "event.approve": SITE_STAFF,
    "entry.add": STAFF,
    "entry.judge": STAFF,
    "entry.edit": STAFF,
    "entry.check_in": STAFF,
    "entry.cancel": STAFF | {"self"},
    "entry.withdraw": STAFF | {"self"},
    "entry.return": STAFF | {"self"},
    "entry.view": STAFF | {"self"},
    "entry.bye": STAFF | {"self"},
    "entry.absent": STAFF,
    "entry.adjust": STAFF,
    "apart.edit": STAFF,
    "apart.view": STAFF,
    "round.pair": STAFF,
    "round.publish": STAFF,
    "round.close": STAFF,
    "round.edit": STAFF,
    "round.unpublish": STAFF,
    "round.reopen": STAFF,
    "round.view_draft": STAFF,
    "slot.submit": STAFF | SEATED_PLAYERS | {"import"},
    "slot.bid": STAFF | SEATED_PLAYERS,
    "slot.confirm": STAFF | SEATED_PLAYERS,
    "slot.dispute": STAFF | SEATED_PLAYERS,
    "stage.rule": STAFF,
    "round.schedule": STAFF,
    "slot.agree_time": SEATED_PLAYERS,
    "slot.set_time": STAFF,
    "slot.rule": STAFF,
    "slot.desk": STAFF,
    "slot.void": STAFF,
    "game.void": STAFF,
    "staff.view": STAFF,
    "link.issue": STAFF,
    "club.create": frozenset({"user", "site_staff"}),
    "club.edit": frozenset({"owner", "site_staff"}),
    "club.approve": SITE_STAFF,
    "club.add_player": frozenset({"club_organiser", "owner", "site_staff"}),
    "series.edit": frozenset({"club_organiser", "owner", "site_staff"}),
    "player.create": frozenset({"user", "site_staff", "import"}),
    "player.edit": VOUCHERS | {"self"},
    "player.handle": SITE_STAFF | {"self", "import"},
    "player.invite": VOUCHERS,
    "player.age": VOUCHERS,
    "player.name": VOUCHERS | {"self"},
    "player.sort_name": VOUCHERS | {"self"},
    "member.answer": frozenset({"self"}),
    "player.release": SITE_STAFF,
    "invitation.accept": frozenset({"user"}),
    "account.reset": frozenset({"stronger_account"}),
    "application.switch": SITE_STAFF,
    "player.merge": VOUCHERS,
    "player.unmerge": VOUCHERS,
    "player.distinguish": VOUCHERS | STAFF,
    "player.forget": SITE_STAFF,
    "pool.create": SITE_STAFF,
    "pool.edit": SITE_STAFF,
    "flags.view": frozenset({"staff_of_approved_club", "site_staff"}),
    "journal.view": STAFF,
    "event.webhook": STAFF,
    "club.webhook": frozenset({"club_organiser", "owner", "site_staff"}),
    "player.webhook": frozenset({"self"}),
    "import.run": SITE_STAFF | {"import"},
    "casual.submit": SITE_STAFF | {"self", "import"},
    "casual.confirm": SITE_STAFF | {"opponent_of_game"},
}
