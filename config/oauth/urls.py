"""URLs of the authorization server for programs."""

from django.urls import path

from config.oauth import views

app_name = "oauth"

urlpatterns = [
    path(".well-known/oauth-authorization-server", views.metadata, name="metadata"),
    path("api/oauth/token/", views.token, name="token"),
    path("api/oauth/revoke/", views.revoke, name="revoke"),
    path("api/oauth/introspect/", views.introspect, name="introspect"),
]
