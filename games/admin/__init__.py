"""The admin of evidence, of halls and archives, and of games at playtak."""

from games.admin import evidence, halls, playtak, sheets
