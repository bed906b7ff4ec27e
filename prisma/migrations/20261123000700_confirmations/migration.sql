-- Records of a confirmation besides the ledger.

-- Origin of each confirmation, kept for a while: an investigation of fraud sees codes confirmed within
-- seconds, or many of them from one network or device. Apart from transactions and redemptions, whose rows
-- are never deleted.
CREATE TABLE confirmation_traces (
  merchant_id uuid NOT NULL,
  -- The purchase's or the redemption's.
  source_id uuid NOT NULL,
  kind text NOT NULL,
  -- A /24 or a /64, never the whole address.
  network text NOT NULL,
  device_hash bytea NOT NULL,
  -- Time from the making of the code to its confirmation.
  delay_ms bigint NOT NULL,
  confirmed_at timestamptz(6) NOT NULL,
  CONSTRAINT confirmation_traces_pkey PRIMARY KEY (merchant_id, source_id),
  CONSTRAINT confirmation_traces_kind_known CHECK (kind IN ('cashback', 'redemption'))
);
-- For the job that deletes old ones.
CREATE INDEX confirmation_traces_confirmed_at_idx ON confirmation_traces (confirmed_at);

-- Traces are deleted after a while.
ALTER TABLE confirmation_traces ENABLE ROW LEVEL SECURITY;
ALTER TABLE confirmation_traces FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON confirmation_traces
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON confirmation_traces FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, DELETE ON confirmation_traces TO cashback_app;
GRANT SELECT, DELETE ON confirmation_traces TO cashback_worker;
GRANT SELECT (merchant_id, source_id, confirmed_at) ON confirmation_traces TO cashback_lookup;

-- Which events of a purchase or redemption the merchant's tags have received, so that each is sent once,
-- however often and on however many phones the page is opened. Written when a page takes the events. take_id
-- is made by the page: a repeated call whose answer was lost gets the same events again.
CREATE TABLE tag_deliveries (
  merchant_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  event text NOT NULL,
  transaction_id uuid,
  redemption_id uuid,
  take_id uuid NOT NULL,
  taken_at timestamptz(6) NOT NULL,
  CONSTRAINT tag_deliveries_pkey PRIMARY KEY (merchant_id, movement_id, event),
  CONSTRAINT tag_deliveries_transaction_fkey FOREIGN KEY (merchant_id, transaction_id)
    REFERENCES transactions (merchant_id, id),
  CONSTRAINT tag_deliveries_redemption_fkey FOREIGN KEY (merchant_id, redemption_id)
    REFERENCES redemptions (merchant_id, id),
  CONSTRAINT tag_deliveries_event_of_movement CHECK (CASE
    WHEN event IN ('CashbackGenerated', 'CashbackScanned', 'Purchase')
      THEN redemption_id IS NULL AND transaction_id IS NOT DISTINCT FROM movement_id
    WHEN event IN ('RedemptionGenerated', 'RedemptionCompleted')
      THEN transaction_id IS NULL AND redemption_id IS NOT DISTINCT FROM movement_id
    ELSE false END)
);

-- An event sent to a tag cannot be taken back.
ALTER TABLE tag_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE tag_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tag_deliveries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON tag_deliveries TO cashback_app;
