"""URLs of clubs. What their staff do besides is at the desk."""

from django.urls import path

from config.pages.club import about, club, directory

urlpatterns = [
    path("clubs/", directory.club_list, name="clubs"),
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/about/", about.club_about, name="club-about"),
]
