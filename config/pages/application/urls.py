"""URLs of applications that act for people."""

from django.urls import path

from config.pages.application import ask, consents, made

urlpatterns = [
    path("me/applications/", consents.own_consents, name="own-consents"),
    path("me/applications/made/", made.own_applications, name="own-applications"),
    path("me/applications/made/<slug:client_id>/", made.own_application, name="own-application"),
    path("oauth/authorize/", ask.authorize, name="authorize"),
]
