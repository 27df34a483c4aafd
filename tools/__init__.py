"""Programs for those who work on Houseway, which the package does not need."""
