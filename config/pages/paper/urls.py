"""URLs of printed sheets."""

from django.urls import path

from config.pages.paper import printing

urlpatterns = [
    path("manage/<slug:slug>/print/", printing.menu, name="manage-print"),
    path(
        "manage/<slug:slug>/print/rounds/<int:number>/tables/",
        printing.tables,
        name="print-tables",
    ),
    path("manage/<slug:slug>/print/rounds/<int:number>/names/", printing.names, name="print-names"),
    path("manage/<slug:slug>/print/rounds/<int:number>/slips/", printing.slips, name="print-slips"),
    path(
        "manage/<slug:slug>/print/rounds/<int:number>/sheets/",
        printing.score_sheets,
        name="print-sheets",
    ),
    path("manage/<slug:slug>/print/sheet/", printing.blank_score_sheet, name="print-blank"),
    path("manage/<slug:slug>/print/standings/", printing.standings, name="print-standings"),
    path("manage/<slug:slug>/print/crosstable/", printing.crosstable, name="print-crosstable"),
    path("manage/<slug:slug>/print/prizes/", printing.prizes, name="print-prizes"),
    path(
        "manage/<slug:slug>/print/certificates/", printing.certificates, name="print-certificates"
    ),
    path("manage/<slug:slug>/print/players/", printing.players, name="print-players"),
]
