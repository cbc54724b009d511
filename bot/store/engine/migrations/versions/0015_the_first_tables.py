"""The first tables. A new database gets the newest ones from the schema at once, so this step has nothing to do.

`tests/bot/store/first_tables/` keeps the first ones; a test applies all later steps to them. Earlier numbers were never
released.
"""

revision = "0015"
down_revision = None
