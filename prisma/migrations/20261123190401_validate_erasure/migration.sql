-- A migration of its own, as 20261123100800: validating reads all rows, and the locks that added the
-- constraints are gone by then.
ALTER TABLE customers VALIDATE CONSTRAINT customers_living_has_phone;
ALTER TABLE customers VALIDATE CONSTRAINT customers_erased_is_nobody;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_sign;
ALTER TABLE integration_sync_log VALIDATE CONSTRAINT integration_sync_log_action_known;
