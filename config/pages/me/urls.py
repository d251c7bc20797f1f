"""URLs of players' own pages, by account or by personal link."""

from django.urls import path

from config.pages.me import at_table, me, my_clubs, own_names, personal

urlpatterns = [
    path("e/", personal.type_code, name="personal-code"),
    path("e/<str:code>/", personal.personal, name="personal"),
    path("e/<str:code>/slots/<int:slot_id>/", personal.submit, name="personal-submit"),
    path("e/<str:code>/slots/<int:slot_id>/time/", personal.agree_time, name="personal-time"),
    path("e/<str:code>/slots/<int:slot_id>/bids/", personal.bids, name="personal-bids"),
    path("e/<str:code>/away/", personal.away, name="personal-away"),
    path("e/<str:code>/games/<str:public_id>/", personal.answer, name="personal-answer"),
    path("events/<slug:slug>/tables/<int:pairing_id>/", at_table.at_table, name="at-table"),
    path("me/", me.me, name="me"),
    path("me/player/", me.become_player, name="become-player"),
    path("me/clubs/", my_clubs.ask_club, name="me-ask-club"),
    path("me/clubs/<slug:slug>/", my_clubs.answer_club, name="me-club"),
    path("me/names/", own_names.own_names, name="own-names"),
    path("me/name/", me.read_name, name="read-name"),
    path("me/slots/<int:slot_id>/", me.submit, name="submit"),
    path("me/slots/<int:slot_id>/time/", me.agree_time, name="time"),
    path("me/slots/<int:slot_id>/bids/", me.bids, name="bids"),
]
