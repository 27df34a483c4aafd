"""What 3 Card Texas Hold'em is worth: `boards` counts every deal, `pricing` decides and makes the sheet."""
