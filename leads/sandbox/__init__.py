"""A stand-in HubSpot portal on loopback: it answers over HTTP as HubSpot does, standard library only."""
