-- A migration of its own: validating reads all notices, and the lock that added the constraint is gone by then.
ALTER TABLE security_notices VALIDATE CONSTRAINT security_notices_kind_known;
