"""The two-way sync: pull keeps the mirror true, push carries every decision to HubSpot once."""
