-- Customers from before there was a trigger, one merchant a transaction: nobody waits for more than their own shop's.
-- The tenant is set because the owner of the tables may be bound by row-level security too.
DO $$
DECLARE
  shop uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    SELECT id INTO shop FROM lookup.merchant_ids(shop, 1) AS id;
    EXIT WHEN NOT FOUND;
    PERFORM set_config('app.merchant_id', shop::text, true);
    INSERT INTO customer_search (merchant_id, customer_id, search_text)
      SELECT merchant_id, id, customer_search_text(c) FROM customers c WHERE merchant_id = shop
      ON CONFLICT (merchant_id, customer_id) DO NOTHING;
    COMMIT;
  END LOOP;
END
$$;
