"""URLs of the site itself: home, rules, glossary, settings of the reader."""

from django.urls import path

from config.pages.site import combined_board, glossary, home, language, rules, tak_lesson, verify

urlpatterns = [
    path("", home.home, name="home"),
    path("language/<str:code>/", language.language, name="language"),
    path("zone/", language.zone, name="zone"),
    path("verify/", verify.verify, name="verify"),
    path("rules/", rules.rules_index, name="rules-index"),
    path("rules/combined-board/", combined_board.combined_board, name="combined-board"),
    path("rules/tak/", tak_lesson.tak_lesson, name="tak-lesson"),
    path("rules/<slug:game>/", rules.game_rules, name="rules"),
    path("glossary/", glossary.glossary, name="glossary"),
    path("events/<slug:slug>/rules/", rules.event_rules, name="event-rules"),
]
