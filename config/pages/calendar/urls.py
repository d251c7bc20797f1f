"""URLs of calendars."""

from django.urls import path

from config.pages.calendar import calendars, own

urlpatterns = [
    path("events/<slug:slug>/calendar.ics", calendars.event_calendar, name="event-calendar"),
    path("clubs/<slug:slug>/calendar.ics", calendars.club_calendar, name="club-calendar"),
    path("calendar/<str:secret>.ics", calendars.own_calendar, name="secret-calendar"),
    path("me/calendar/", own.own_calendar_page, name="own-calendar"),
]
