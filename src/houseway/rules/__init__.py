"""What the rulebooks say: one TOML file a game, read into typed models."""
