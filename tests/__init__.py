"""The tests: unit without a database, integration through the sandbox over HTTP, browser in Chromium."""
