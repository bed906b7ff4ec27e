-- Which events of an operation the shop's tags were told of, so that each is told once, however often and on however many
-- phones the customer's page is opened. Written when a page takes them, never while a code is made or confirmed.
-- take_id is made by the page: the repeat of a call whose answer was lost gets the same events again.
CREATE TABLE tag_deliveries (
  merchant_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  event text NOT NULL,
  transaction_id uuid,
  redemption_id uuid,
  take_id uuid NOT NULL,
  taken_at timestamptz(6) NOT NULL,
  CONSTRAINT tag_deliveries_pkey PRIMARY KEY (merchant_id, operation_id, event),
  CONSTRAINT tag_deliveries_transaction_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions (merchant_id, id),
  CONSTRAINT tag_deliveries_redemption_fkey FOREIGN KEY (merchant_id, redemption_id) REFERENCES redemptions (merchant_id, id),
  CONSTRAINT tag_deliveries_event_of_operation CHECK (CASE
    WHEN event IN ('CashbackGenerated', 'CashbackScanned', 'Purchase')
      THEN redemption_id IS NULL AND transaction_id IS NOT DISTINCT FROM operation_id
    WHEN event IN ('RedemptionGenerated', 'RedemptionCompleted')
      THEN transaction_id IS NULL AND redemption_id IS NOT DISTINCT FROM operation_id
    ELSE false END)
);

ALTER TABLE tag_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE tag_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tag_deliveries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
-- What was told can't be taken back.
GRANT SELECT, INSERT ON tag_deliveries TO cashback_app;
