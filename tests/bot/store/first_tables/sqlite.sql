CREATE TABLE facts (
"key" VARCHAR(60) NOT NULL,
value TEXT NOT NULL,
CONSTRAINT pk_facts PRIMARY KEY ("key")
);
CREATE TABLE heartbeats (
total INTEGER NOT NULL,
number INTEGER NOT NULL,
beat_at BIGINT NOT NULL,
reckoned INTEGER,
CONSTRAINT pk_heartbeats PRIMARY KEY (total, number)
)
WITHOUT ROWID;
CREATE TABLE outages (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
began_at BIGINT NOT NULL,
ended_at BIGINT NOT NULL,
shard_number INTEGER DEFAULT 0 NOT NULL,
shard_total INTEGER DEFAULT 1 NOT NULL,
server_id BIGINT,
reckoned INTEGER
);
CREATE INDEX ix_outages_ended_at ON outages (ended_at);
CREATE INDEX ix_outages_server_id_reckoned ON outages (server_id, reckoned) WHERE reckoned IS NOT NULL;
CREATE TABLE people (
id BIGINT NOT NULL,
name VARCHAR(100) NOT NULL,
user_name VARCHAR(32) DEFAULT '' NOT NULL,
CONSTRAINT pk_people PRIMARY KEY (id)
);
CREATE TABLE processes (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
machine VARCHAR(200) NOT NULL,
process INTEGER NOT NULL,
shards VARCHAR(40) NOT NULL,
renewed_at BIGINT NOT NULL,
refused INTEGER DEFAULT 0 NOT NULL,
wanted DOUBLE DEFAULT 0 NOT NULL,
rate DOUBLE DEFAULT 0 NOT NULL,
leases INTEGER DEFAULT 0 NOT NULL
);
CREATE TABLE puzzle_ratings (
puzzle VARCHAR(20) NOT NULL,
mu DOUBLE NOT NULL,
sigma DOUBLE NOT NULL,
CONSTRAINT pk_puzzle_ratings PRIMARY KEY (puzzle)
);
CREATE TABLE servers (
id BIGINT NOT NULL,
days INTEGER,
channel_id BIGINT,
uses_threads BOOLEAN NOT NULL,
theme VARCHAR(20) NOT NULL,
panel_channel_id BIGINT,
panel_message_id BIGINT,
challenge_days INTEGER DEFAULT 7,
puzzle_channel_id BIGINT,
review_channel_id BIGINT,
has_public_pages BOOLEAN DEFAULT 0 NOT NULL,
lets_new_accounts_vote BOOLEAN DEFAULT 1 NOT NULL,
language VARCHAR(20) DEFAULT '' NOT NULL,
CONSTRAINT pk_servers PRIMARY KEY (id)
);
CREATE TABLE blocks (
person_id BIGINT NOT NULL,
blocked_id BIGINT NOT NULL,
blocked_at BIGINT NOT NULL,
CONSTRAINT pk_blocks PRIMARY KEY (person_id, blocked_id),
CONSTRAINT fk_blocks_person_id FOREIGN KEY(person_id) REFERENCES people (id),
CONSTRAINT fk_blocks_blocked_id FOREIGN KEY(blocked_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_blocks_blocked_id ON blocks (blocked_id);
CREATE TABLE competitions (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
server_id BIGINT NOT NULL,
channel_id BIGINT NOT NULL,
match_channel_id BIGINT NOT NULL,
wants_threads BOOLEAN NOT NULL,
format VARCHAR(20) NOT NULL,
name VARCHAR(60) NOT NULL,
number INTEGER NOT NULL,
previous_id INTEGER,
host_id BIGINT NOT NULL,
games JSON NOT NULL,
size INTEGER NOT NULL,
both_sides BOOLEAN NOT NULL,
rounds INTEGER,
days INTEGER NOT NULL,
pauses_weekends BOOLEAN NOT NULL,
goes_on BOOLEAN NOT NULL,
stage VARCHAR(20) NOT NULL,
begins_at BIGINT NOT NULL,
ends_at BIGINT NOT NULL,
created_at BIGINT NOT NULL,
closed_at BIGINT,
wakes_at BIGINT,
bank INTEGER,
increment INTEGER DEFAULT 0 NOT NULL,
CONSTRAINT fk_competitions_previous_id FOREIGN KEY(previous_id) REFERENCES competitions (id),
CONSTRAINT fk_competitions_host_id FOREIGN KEY(host_id) REFERENCES people (id)
);
CREATE INDEX ix_competitions_host_id ON competitions (host_id);
CREATE INDEX ix_competitions_previous_id ON competitions (previous_id) WHERE previous_id IS NOT NULL;
CREATE INDEX ix_competitions_server_id_stage ON competitions (server_id, stage);
CREATE INDEX ix_competitions_stage ON competitions (stage);
CREATE TABLE interventions (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
server_id BIGINT NOT NULL,
channel_id BIGINT NOT NULL,
by_id BIGINT NOT NULL,
deed VARCHAR(20) NOT NULL,
done_at BIGINT NOT NULL,
subject JSON NOT NULL,
reason TEXT NOT NULL,
person_id BIGINT,
CONSTRAINT fk_interventions_by_id FOREIGN KEY(by_id) REFERENCES people (id),
CONSTRAINT fk_interventions_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_interventions_by_id ON interventions (by_id);
CREATE INDEX ix_interventions_person_id ON interventions (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX ix_interventions_server_id_id ON interventions (server_id, id);
CREATE TABLE lessons (
person_id BIGINT NOT NULL,
game VARCHAR(40) NOT NULL,
done JSON NOT NULL,
changed_at BIGINT NOT NULL,
CONSTRAINT pk_lessons PRIMARY KEY (person_id, game),
CONSTRAINT fk_lessons_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE TABLE lookouts (
server_id BIGINT NOT NULL,
game VARCHAR(40) NOT NULL,
person_id BIGINT NOT NULL,
told_at BIGINT,
CONSTRAINT pk_lookouts PRIMARY KEY (server_id, game, person_id),
CONSTRAINT fk_lookouts_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_lookouts_person_id ON lookouts (person_id);
CREATE TABLE matches (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
server_id BIGINT NOT NULL,
channel_id BIGINT NOT NULL,
message_id BIGINT,
message_ply INTEGER,
game VARCHAR(40) NOT NULL,
game_version INTEGER NOT NULL,
seats INTEGER NOT NULL,
state VARCHAR(20) NOT NULL,
host_id BIGINT NOT NULL,
host_seat INTEGER,
is_table BOOLEAN NOT NULL,
among_people BOOLEAN DEFAULT 1 NOT NULL,
days INTEGER,
pauses_weekends BOOLEAN DEFAULT 0 NOT NULL,
is_rated BOOLEAN DEFAULT 0 NOT NULL,
most_vacation INTEGER,
has_hints BOOLEAN DEFAULT 0 NOT NULL,
hinted JSON,
least_reliability INTEGER,
wants_thread BOOLEAN DEFAULT 0 NOT NULL,
both_sides BOOLEAN DEFAULT 0 NOT NULL,
twin_id INTEGER,
thread_id BIGINT,
ply INTEGER NOT NULL,
revision INTEGER DEFAULT 0 NOT NULL,
clock_began_at BIGINT,
given_days INTEGER DEFAULT 0 NOT NULL,
deadline BIGINT,
remind_at BIGINT,
to_move_id BIGINT,
ending VARCHAR(20),
ended_by_id BIGINT,
places JSON,
points JSON,
reason TEXT,
secret BLOB,
commitment VARCHAR(64),
start_message_id BIGINT,
created_at BIGINT NOT NULL,
expires_at BIGINT,
started_at BIGINT,
changed_at BIGINT NOT NULL,
ended_at BIGINT,
bank INTEGER,
increment INTEGER DEFAULT 0 NOT NULL,
clock_bank BIGINT,
banks JSON,
vote_minutes INTEGER,
by_player BOOLEAN DEFAULT 0 NOT NULL,
CONSTRAINT ck_matches_ply_counts_up CHECK (ply >= 0),
CONSTRAINT fk_matches_host_id FOREIGN KEY(host_id) REFERENCES people (id),
CONSTRAINT fk_matches_to_move_id FOREIGN KEY(to_move_id) REFERENCES people (id),
CONSTRAINT fk_matches_ended_by_id FOREIGN KEY(ended_by_id) REFERENCES people (id)
);
CREATE INDEX ix_matches_channel_id ON matches (channel_id) WHERE state = 'running' AND vote_minutes IS NOT NULL;
CREATE INDEX ix_matches_deadline ON matches (deadline);
CREATE INDEX ix_matches_ended_by_id ON matches (ended_by_id) WHERE ended_by_id IS NOT NULL;
CREATE INDEX ix_matches_expires_at ON matches (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX ix_matches_host_id_created_at ON matches (host_id, created_at);
CREATE INDEX ix_matches_remind_at ON matches (remind_at);
CREATE INDEX ix_matches_server_id_ended_at ON matches (server_id, ended_at);
CREATE INDEX ix_matches_server_id_state_among_people_deadline_id ON matches (server_id, state, among_people, deadline, id);
CREATE INDEX ix_matches_state_id ON matches (state, id);
CREATE INDEX ix_matches_thread_id ON matches (thread_id) WHERE state = 'running' AND vote_minutes IS NOT NULL;
CREATE INDEX ix_matches_to_move_id ON matches (to_move_id) WHERE to_move_id IS NOT NULL;
CREATE TABLE page_sessions (
token_hash VARCHAR(64) NOT NULL,
person_id BIGINT NOT NULL,
server_id BIGINT,
channel_id BIGINT,
is_link BOOLEAN NOT NULL,
begun_at BIGINT NOT NULL,
expires_at BIGINT NOT NULL,
match_id BIGINT,
is_in_discord BOOLEAN DEFAULT 0 NOT NULL,
CONSTRAINT pk_page_sessions PRIMARY KEY (token_hash),
CONSTRAINT fk_page_sessions_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_page_sessions_expires_at ON page_sessions (expires_at);
CREATE INDEX ix_page_sessions_match_id ON page_sessions (match_id);
CREATE INDEX ix_page_sessions_person_id ON page_sessions (person_id);
CREATE INDEX ix_page_sessions_server_id ON page_sessions (server_id);
CREATE TABLE preferences (
person_id BIGINT NOT NULL,
notice VARCHAR(20) NOT NULL,
time_zone VARCHAR(64) NOT NULL,
quiet_from INTEGER,
quiet_until INTEGER,
"view" VARCHAR(20) DEFAULT 'usual' NOT NULL,
challengers VARCHAR(20) DEFAULT 'everyone' NOT NULL,
sharing VARCHAR(20) DEFAULT 'unnamed' NOT NULL,
language VARCHAR(20) DEFAULT '' NOT NULL,
discord_language VARCHAR(20) DEFAULT '' NOT NULL,
CONSTRAINT pk_preferences PRIMARY KEY (person_id),
CONSTRAINT fk_preferences_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE puzzle_attempts (
person_id BIGINT NOT NULL,
puzzle VARCHAR(20) NOT NULL,
game VARCHAR(40) NOT NULL,
wrong INTEGER NOT NULL,
is_hinted BOOLEAN NOT NULL,
ending VARCHAR(20),
changed_at BIGINT NOT NULL,
CONSTRAINT pk_puzzle_attempts PRIMARY KEY (person_id, puzzle),
CONSTRAINT fk_puzzle_attempts_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE TABLE puzzle_days (
person_id BIGINT NOT NULL,
day VARCHAR(10) NOT NULL,
CONSTRAINT pk_puzzle_days PRIMARY KEY (person_id, day),
CONSTRAINT fk_puzzle_days_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE TABLE puzzle_standings (
server_id BIGINT NOT NULL,
game VARCHAR(40) NOT NULL,
person_id BIGINT NOT NULL,
mu DOUBLE NOT NULL,
sigma DOUBLE NOT NULL,
rating INTEGER NOT NULL,
tried INTEGER NOT NULL,
solved INTEGER NOT NULL,
streak INTEGER NOT NULL,
longest INTEGER NOT NULL,
changed_at BIGINT NOT NULL,
CONSTRAINT pk_puzzle_standings PRIMARY KEY (server_id, game, person_id),
CONSTRAINT fk_puzzle_standings_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_puzzle_standings_person_id ON puzzle_standings (person_id);
CREATE INDEX ix_puzzle_standings_server_id_game_rating ON puzzle_standings (server_id, game, rating);
CREATE TABLE ratings (
server_id BIGINT NOT NULL,
pool VARCHAR(40) NOT NULL,
person_id BIGINT NOT NULL,
mu DOUBLE NOT NULL,
sigma DOUBLE NOT NULL,
rating INTEGER NOT NULL,
is_provisional BOOLEAN NOT NULL,
wins INTEGER NOT NULL,
draws INTEGER NOT NULL,
losses INTEGER NOT NULL,
change INTEGER NOT NULL,
changed_at BIGINT NOT NULL,
CONSTRAINT pk_ratings PRIMARY KEY (server_id, pool, person_id),
CONSTRAINT fk_ratings_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_ratings_person_id_server_id ON ratings (person_id, server_id);
CREATE INDEX ix_ratings_server_id_pool_is_provisional_rating_person_id ON ratings (server_id, pool, is_provisional, rating, person_id);
CREATE TABLE vacations (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
person_id BIGINT NOT NULL,
began_at BIGINT NOT NULL,
ended_at BIGINT NOT NULL,
CONSTRAINT fk_vacations_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_vacations_person_id_ended_at ON vacations (person_id, ended_at);
CREATE TABLE analyses (
match_id INTEGER NOT NULL,
person_id BIGINT NOT NULL,
ply INTEGER NOT NULL,
fen TEXT NOT NULL,
variations JSON NOT NULL,
path JSON NOT NULL,
revision INTEGER NOT NULL,
changed_at BIGINT NOT NULL,
CONSTRAINT pk_analyses PRIMARY KEY (match_id, person_id),
CONSTRAINT fk_analyses_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_analyses_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_analyses_person_id ON analyses (person_id);
CREATE TABLE entrants (
competition_id INTEGER NOT NULL,
person_id BIGINT NOT NULL,
joined_at BIGINT NOT NULL,
division INTEGER,
seed INTEGER,
out_at BIGINT,
out_because VARCHAR(20),
is_struck BOOLEAN DEFAULT 0 NOT NULL,
place INTEGER,
CONSTRAINT pk_entrants PRIMARY KEY (competition_id, person_id),
CONSTRAINT fk_entrants_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id),
CONSTRAINT fk_entrants_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_entrants_person_id ON entrants (person_id);
CREATE TABLE fixtures (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
competition_id INTEGER NOT NULL,
division INTEGER NOT NULL,
round INTEGER NOT NULL,
first_id BIGINT NOT NULL,
second_id BIGINT,
match_id INTEGER,
CONSTRAINT fk_fixtures_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id),
CONSTRAINT fk_fixtures_first_id FOREIGN KEY(first_id) REFERENCES people (id),
CONSTRAINT fk_fixtures_second_id FOREIGN KEY(second_id) REFERENCES people (id),
CONSTRAINT fk_fixtures_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE INDEX ix_fixtures_competition_id_division ON fixtures (competition_id, division);
CREATE INDEX ix_fixtures_first_id ON fixtures (first_id);
CREATE UNIQUE INDEX ix_fixtures_match_id ON fixtures (match_id);
CREATE INDEX ix_fixtures_second_id ON fixtures (second_id);
CREATE TABLE jobs (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
kind VARCHAR(20) NOT NULL,
server_id BIGINT NOT NULL,
match_id INTEGER,
person_id BIGINT,
channel_id BIGINT,
message_id BIGINT,
name VARCHAR(80),
revision INTEGER,
data JSON NOT NULL,
due_at BIGINT,
claimed_until BIGINT,
attempts INTEGER NOT NULL,
CONSTRAINT fk_jobs_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_jobs_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_jobs_due_at ON jobs (due_at);
CREATE INDEX ix_jobs_match_id_kind ON jobs (match_id, kind);
CREATE INDEX ix_jobs_person_id ON jobs (person_id) WHERE person_id IS NOT NULL;
CREATE UNIQUE INDEX ix_jobs_server_id_kind_name ON jobs (server_id, kind, name);
CREATE TABLE ladder_steps (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
competition_id INTEGER NOT NULL,
person_id BIGINT NOT NULL,
done_at BIGINT NOT NULL,
is_there BOOLEAN NOT NULL,
CONSTRAINT fk_ladder_steps_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id),
CONSTRAINT fk_ladder_steps_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_ladder_steps_competition_id ON ladder_steps (competition_id);
CREATE INDEX ix_ladder_steps_person_id ON ladder_steps (person_id);
CREATE TABLE match_puzzles (
server_id BIGINT NOT NULL,
puzzle VARCHAR(20) NOT NULL,
match_id INTEGER NOT NULL,
game VARCHAR(40) NOT NULL,
line TEXT NOT NULL,
CONSTRAINT pk_match_puzzles PRIMARY KEY (server_id, puzzle),
CONSTRAINT fk_match_puzzles_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
WITHOUT ROWID;
CREATE INDEX ix_match_puzzles_match_id ON match_puzzles (match_id);
CREATE INDEX ix_match_puzzles_server_id_game ON match_puzzles (server_id, game);
CREATE TABLE moves (
match_id INTEGER NOT NULL,
ply INTEGER NOT NULL,
token VARCHAR(40) NOT NULL,
seat INTEGER,
cause VARCHAR(20),
played_at BIGINT NOT NULL,
CONSTRAINT pk_moves PRIMARY KEY (match_id, ply),
CONSTRAINT fk_moves_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
)
WITHOUT ROWID;
CREATE TABLE notes (
match_id INTEGER NOT NULL,
person_id BIGINT NOT NULL,
text TEXT NOT NULL,
written_at BIGINT NOT NULL,
CONSTRAINT pk_notes PRIMARY KEY (match_id, person_id),
CONSTRAINT fk_notes_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_notes_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_notes_person_id ON notes (person_id);
CREATE TABLE offers (
id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
match_id INTEGER NOT NULL,
kind VARCHAR(20) NOT NULL,
by_id BIGINT NOT NULL,
state VARCHAR(20) NOT NULL,
accepted_by JSON NOT NULL,
ply INTEGER NOT NULL,
secret BLOB,
commitment VARCHAR(64),
rematch_id INTEGER,
undone JSON,
message_id BIGINT,
character INTEGER,
cause VARCHAR(20),
for_id BIGINT,
due_at BIGINT,
made_at BIGINT NOT NULL,
closed_at BIGINT,
CONSTRAINT fk_offers_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_offers_by_id FOREIGN KEY(by_id) REFERENCES people (id),
CONSTRAINT fk_offers_rematch_id FOREIGN KEY(rematch_id) REFERENCES matches (id),
CONSTRAINT fk_offers_for_id FOREIGN KEY(for_id) REFERENCES people (id)
);
CREATE INDEX ix_offers_by_id ON offers (by_id);
CREATE INDEX ix_offers_due_at ON offers (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_offers_for_id ON offers (for_id) WHERE for_id IS NOT NULL;
CREATE INDEX ix_offers_match_id ON offers (match_id);
CREATE INDEX ix_offers_rematch_id ON offers (rematch_id) WHERE rematch_id IS NOT NULL;
CREATE TABLE participants (
match_id INTEGER NOT NULL,
person_id BIGINT NOT NULL,
place INTEGER NOT NULL,
joined BOOLEAN NOT NULL,
CONSTRAINT pk_participants PRIMARY KEY (match_id, person_id),
CONSTRAINT fk_participants_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_participants_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_participants_person_id_match_id ON participants (person_id, match_id);
CREATE TABLE plans (
match_id INTEGER NOT NULL,
person_id BIGINT NOT NULL,
tree JSON NOT NULL,
stopped_at TEXT,
CONSTRAINT pk_plans PRIMARY KEY (match_id, person_id),
CONSTRAINT fk_plans_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_plans_person_id FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE INDEX ix_plans_person_id ON plans (person_id);
CREATE TABLE player_boards (
match_id INTEGER NOT NULL,
person_id BIGINT NOT NULL,
channel_id BIGINT NOT NULL,
message_id BIGINT NOT NULL,
message_ply INTEGER,
says_start BOOLEAN NOT NULL,
CONSTRAINT pk_player_boards PRIMARY KEY (match_id, person_id),
CONSTRAINT fk_player_boards_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_player_boards_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_player_boards_person_id ON player_boards (person_id);
CREATE TABLE rating_changes (
match_id INTEGER NOT NULL,
pool VARCHAR(40) NOT NULL,
person_id BIGINT NOT NULL,
server_id BIGINT NOT NULL,
ended_at BIGINT NOT NULL,
mu DOUBLE NOT NULL,
sigma DOUBLE NOT NULL,
matches INTEGER NOT NULL,
change INTEGER NOT NULL,
CONSTRAINT pk_rating_changes PRIMARY KEY (match_id, pool, person_id),
CONSTRAINT fk_rating_changes_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_rating_changes_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_rating_changes_person_id_server_id_pool_ended_at ON rating_changes (person_id, server_id, pool, ended_at);
CREATE TABLE reviews (
match_id INTEGER NOT NULL,
version INTEGER NOT NULL,
data JSON NOT NULL,
made_at BIGINT NOT NULL,
CONSTRAINT pk_reviews PRIMARY KEY (match_id),
CONSTRAINT fk_reviews_match_id FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE voters (
match_id INTEGER NOT NULL,
person_id BIGINT NOT NULL,
seat INTEGER NOT NULL,
is_out BOOLEAN DEFAULT 0 NOT NULL,
CONSTRAINT pk_voters PRIMARY KEY (match_id, person_id),
CONSTRAINT fk_voters_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_voters_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_voters_person_id ON voters (person_id);
CREATE TABLE votes (
match_id INTEGER NOT NULL,
ply INTEGER NOT NULL,
person_id BIGINT NOT NULL,
choice VARCHAR(40) NOT NULL,
chosen_at BIGINT NOT NULL,
CONSTRAINT pk_votes PRIMARY KEY (match_id, ply, person_id),
CONSTRAINT fk_votes_match_id FOREIGN KEY(match_id) REFERENCES matches (id),
CONSTRAINT fk_votes_person_id FOREIGN KEY(person_id) REFERENCES people (id)
)
WITHOUT ROWID;
CREATE INDEX ix_votes_person_id ON votes (person_id);
