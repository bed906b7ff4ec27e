-- An employee's PIN for the counter, as an argon2id hash (0067). The tries are those since the last right one.
CREATE TABLE employee_pins (
  merchant_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  pin_hash text NOT NULL,
  failed_tries smallint NOT NULL DEFAULT 0,
  locked_until timestamptz(6),
  chosen_at timestamptz(6) NOT NULL,
  CONSTRAINT employee_pins_pkey PRIMARY KEY (merchant_id, employee_id),
  CONSTRAINT employee_pins_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT employee_pins_failed_tries_positive CHECK (failed_tries >= 0)
);
