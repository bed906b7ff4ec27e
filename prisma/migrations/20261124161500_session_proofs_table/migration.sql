-- When the employee of a session last proved who they are (0066). A login is a proof; sessions that are open
-- now have none, as their logins may be days old.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz(6) NOT NULL DEFAULT to_timestamp(0);
ALTER TABLE sessions ALTER COLUMN proved_at SET DEFAULT now();
