-- The least purchase that earns cashback; 0: every purchase does (0056).
ALTER TABLE merchants ADD COLUMN earning_min_purchase_cents bigint NOT NULL DEFAULT 0;
ALTER TABLE merchants ADD CONSTRAINT merchants_earning_min_purchase_range
  CHECK (earning_min_purchase_cents BETWEEN 0 AND 1000000000) NOT VALID;
ALTER TABLE program_rules ADD COLUMN earning_min_purchase_cents bigint NOT NULL DEFAULT 0;
