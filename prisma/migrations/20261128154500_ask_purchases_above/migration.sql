-- The value above which the counter asks, as long as no usual purchase is known (0050).
ALTER TABLE merchants ADD COLUMN ask_purchases_above_cents bigint DEFAULT 200000;
ALTER TABLE merchants ADD CONSTRAINT merchants_ask_purchases_above_positive
  CHECK (ask_purchases_above_cents > 0) NOT VALID;
