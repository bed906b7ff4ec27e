-- Trigger of customers: keeps customer_search in step with the four columns that it is made of. Other updates
-- of the row, a purchase or a confirmation, never touch the trigram index.
-- A trigger, so that no path that changes a customer can forget it. It runs with the rights of the statement
-- that changes the customer, so row-level security applies.
CREATE OR REPLACE FUNCTION keep_customer_search() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO customer_search AS s (merchant_id, customer_id, search_text)
    VALUES (NEW.merchant_id, NEW.id, customer_search_text(NEW))
    ON CONFLICT (merchant_id, customer_id) DO UPDATE SET search_text = excluded.search_text
      WHERE s.search_text <> excluded.search_text;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_customer_search() FROM PUBLIC;

CREATE OR REPLACE TRIGGER customers_keep_search AFTER INSERT OR UPDATE OF name, email, phone, merged_into_id
  ON customers
  FOR EACH ROW EXECUTE FUNCTION keep_customer_search();
