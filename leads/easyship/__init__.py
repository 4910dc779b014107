"""The courier's gateway: what we ask of EasyShip, and what can go wrong on the way."""
