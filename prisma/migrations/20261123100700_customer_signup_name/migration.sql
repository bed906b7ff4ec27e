-- Another name that a known customer gave at the sign-up link, until an employee takes or drops it.
ALTER TABLE customers ADD COLUMN signup_name text;
