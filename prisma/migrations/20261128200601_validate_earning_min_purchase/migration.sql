-- A migration of its own: validating reads all merchants, and the lock that added the constraint is gone by
-- then.
ALTER TABLE merchants VALIDATE CONSTRAINT merchants_earning_min_purchase_range;
