"""Tables for people: store, accounts, HTTP and WebSocket API, web pages."""
