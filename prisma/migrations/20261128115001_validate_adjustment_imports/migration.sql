-- A migration of its own: validating reads all adjustments, and the lock that added the key is gone by then.
ALTER TABLE adjustments VALIDATE CONSTRAINT adjustments_import_fkey;
