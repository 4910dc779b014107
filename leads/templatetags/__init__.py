"""What templates may call: icons, keys of forms, times in the office's zone."""
