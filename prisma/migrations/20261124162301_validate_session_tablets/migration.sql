-- A migration of its own: validating reads all sessions, and the lock that added the key is gone by then.
ALTER TABLE sessions VALIDATE CONSTRAINT sessions_tablet_fkey;
