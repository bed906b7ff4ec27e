-- A migration of its own: validating reads all redemptions, and the lock that added the constraint is gone by
-- then. Counters go on meanwhile.
ALTER TABLE redemptions VALIDATE CONSTRAINT redemptions_cancellation_pending;
