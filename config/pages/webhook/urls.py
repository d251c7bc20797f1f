"""URLs of webhooks."""

from django.urls import path

from config.pages.webhook import webhook, webhook_list

urlpatterns = [
    path("manage/<slug:slug>/webhooks/", webhook_list.event_webhooks, name="manage-webhooks"),
    path("clubs/<slug:slug>/webhooks/", webhook_list.club_webhooks, name="club-webhooks"),
    path("me/webhooks/", webhook_list.own_webhooks, name="own-webhooks"),
    path("webhooks/<int:webhook_id>/", webhook.webhook, name="webhook"),
]
