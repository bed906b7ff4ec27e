-- Requests of customers about their own data (LGPD, articles 18 and 19), which the merchant answers.
-- An erasure of the customer empties phone, contact, message and answer; what remains proves that a request
-- was answered.
CREATE TABLE data_requests (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  phone text,
  contact text,
  message text,
  customer_id uuid,
  state text NOT NULL DEFAULT 'open',
  answer text,
  created_at timestamptz(6) NOT NULL,
  due_at timestamptz(6) NOT NULL,
  closed_at timestamptz(6),
  closed_by uuid,
  CONSTRAINT data_requests_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT data_requests_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT data_requests_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT data_requests_closed_by_fkey FOREIGN KEY (merchant_id, closed_by)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT data_requests_kind_known CHECK (kind IN ('access', 'correction', 'erasure')),
  CONSTRAINT data_requests_state_known CHECK (state IN ('open', 'done', 'refused')),
  CONSTRAINT data_requests_phone_digits CHECK (phone ~ '^[0-9]{10,11}$'),
  CONSTRAINT data_requests_message_length CHECK (char_length(message) <= 500),
  CONSTRAINT data_requests_closed CHECK ((state = 'open') = (closed_at IS NULL)
    AND (closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX data_requests_state_idx ON data_requests (merchant_id, state, id);
CREATE INDEX data_requests_customer_idx ON data_requests (merchant_id, customer_id);
CREATE INDEX data_requests_closed_idx ON data_requests (closed_at);
