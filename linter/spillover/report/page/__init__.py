"""``--format html``: one page that needs nothing else, and does not even ask for it."""
