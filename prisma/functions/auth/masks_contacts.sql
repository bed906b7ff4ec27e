-- Called by the release before only, and dropped by the next, as lookup.staff_sessions answers this:
-- whether the merchant hides customers' contacts.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.masks_contacts(p_merchant_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT mask_contacts FROM public.merchants WHERE id = p_merchant_id
$$;

REVOKE ALL ON FUNCTION lookup.masks_contacts(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.masks_contacts(uuid) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.masks_contacts(uuid) OWNER TO cashback_lookup;
