"""Games of playtak.com, as its server tells of them: read, compared with what a slot wants. Pure.

Source: USTakAssociation/playtak-api, server/ (SeekDto, GameDto, GameUpdateBroadcaster, `Seek`,
`Game`) and api/ (games-history).
"""
