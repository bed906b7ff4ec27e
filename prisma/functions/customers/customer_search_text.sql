-- Called by keep_customer_search: the text by which a customer is found, ' jose davila filhos | jose exemplo
-- com br | 11987654321'. Every word has a space before it, and no pattern contains the bar, so no search
-- matches across two fields. Empty for a record that was merged into another or erased.
-- In the database because the trigger that fills customer_search needs it.
CREATE OR REPLACE FUNCTION customer_search_text(p_customer customers) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT CASE
    WHEN p_customer.phone IS NOT NULL
    THEN ' ' || fold_for_search(p_customer.name) || ' | ' || fold_for_search(p_customer.email)
      || ' | ' || p_customer.phone
    ELSE ''
  END
$$;

REVOKE ALL ON FUNCTION customer_search_text(customers)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer,
    cashback_eraser;
GRANT EXECUTE ON FUNCTION customer_search_text(customers)
  TO cashback_app, cashback_confirmer, cashback_eraser;
