"""Limits on the size of texts (in characters) and lists (in items). Pure.

The engines limit what they read themselves (record length, stones of a ruleset). The range of a
number is defined with its field.
"""

# --- texts ----------------------------------------------------------------------------------
NAME = 100  # of a person, a club, an event, a season, a rating list
SLUG = 50
CODE = 200  # an id, a code, a result, the name of a setting: the width of such columns
QUERY = 200  # what is searched for
REASON = 5_000  # why something is done, a dispute, evidence, a note
DESCRIPTION = 5_000  # of an event, in Markdown
CLUB_TEXT = 2_000  # how to join a club, in Markdown; it describes itself as an event does
MAP = 500  # the address of a map
ANNOUNCEMENT = 2_000  # to the people of an event, in Markdown
SHORT_REASON = 1_000  # why a round is taken back
# The engine refuses shorter records that are still too long for it, with its own code.
RECORD = 1_000_000
IMPORT_TEXT = 2_500_000  # one file, or a part of it; the body of a request has no more room
IMPORT = 250_000_000  # all files of one import by site staff
ARCHIVE_TEXT = 2_500_000  # the file of an event in base64
ARCHIVE = 20_000_000  # bytes of what is in it, by page and API
EVENT_IMPORT = 20_000_000  # by staff of an event

# --- lists ----------------------------------------------------------------------------------
TIEBREAKS = 20
STAGES = 20
HANDLES = 20  # names of one player on other sites
CLUBS = 100  # whose members may enter an event
ROUNDS = 100  # of one stage
ROWS = 1_000  # of one bulk request
TABLES = 1_000  # pairings given by hand
SLOTS = 1_000  # games postponed at once
TIED_ENTRIES = 1_000  # entries that a ruling puts in order
EDITS = 500  # of a draft, at once
KEPT_APART = 100  # entries kept apart at once: 4950 pairs
LINKS = 5_000  # personal links made at once
SEATS = 14  # at one table
BID_ROUNDS = 3  # pairs of bids before the lot decides
IMPORT_FILES = 200  # sent at once
CATEGORIES = 20  # of one event
TEAMS = 500  # of one event
TEAM_MEMBERS = 100  # of one team
PRIZES = 200  # of one event
SEASON_PLACES = 200  # that have points
QUALIFIERS = 500  # who are entered from a season at once
FILTER_VALUES = 100  # values of one filter of a rating list

# --- numbers --------------------------------------------------------------------------------
MAX_INTEGER = 2**31 - 1  # that every column of numbers holds
MAX_ID = 2**63 - 1
MOST_MONEY = 10_000_000_00  # of a fund, in the smallest unit

# --- JSON objects whose fields a service checks ----------------------------------------------
JSON_LENGTH = 20_000  # characters, written without spaces
JSON_DEPTH = 8
