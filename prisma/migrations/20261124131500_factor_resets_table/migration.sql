-- That the platform was asked to turn off the second step of an employee who lost it (0063). It is done a day
-- later, unless the employee shows meanwhile that nothing is lost.
CREATE TABLE factor_resets (
  merchant_id uuid NOT NULL,
  employee_id uuid NOT NULL,
  asked_at timestamptz(6) NOT NULL,
  due_at timestamptz(6) NOT NULL,
  CONSTRAINT factor_resets_pkey PRIMARY KEY (merchant_id, employee_id),
  CONSTRAINT factor_resets_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id)
);
