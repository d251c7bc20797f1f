"""Webhooks: changes of the feed, posted to addresses that people give.

A change is written in the transaction of its fact and gets its place in the feed; `fan_out` then
makes one delivery of it for each webhook, and `delivering` sends those that are due.
"""
