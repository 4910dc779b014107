"""The gateway: what we ask of HubSpot, how it answers, and what can go wrong on the way."""
