"""URLs of the installable page: its manifest, its worker, and the page without a network."""

from django.urls import path

from config.pages.offline import offline

urlpatterns = [
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("worker.js", offline.worker, name="worker"),
    path("offline/", offline.page, name="offline"),
]
