-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- remember_devices does it for a batch.
DROP FUNCTION remember_device(uuid, uuid, uuid[], uuid);

-- prisma/access/customer_devices.sql
-- Policies and grants of customer_devices. A device that is forgotten is deleted. Confirmations add devices.
ALTER TABLE customer_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_devices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_devices;
CREATE POLICY tenant ON customer_devices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON customer_devices;
CREATE POLICY confirmer ON customer_devices TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON customer_devices;
CREATE POLICY retention ON customer_devices TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON customer_devices
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_devices TO cashback_app;
GRANT SELECT, DELETE ON customer_devices TO cashback_worker;
GRANT SELECT, INSERT ON customer_devices TO cashback_confirmer;
GRANT UPDATE (created_at, expires_at, is_lasting) ON customer_devices TO cashback_confirmer;
GRANT SELECT, DELETE ON customer_devices TO cashback_eraser;
GRANT SELECT (merchant_id, id, customer_id, expires_at), DELETE ON customer_devices TO cashback_retention;

-- prisma/functions/proof/forget_moved_devices.sql
-- Trigger of merchants: forgets the merchant's known devices when its pages move to another host. Their cookies
-- belong to the former host, so nothing could prove with them, and nobody else would become known.
-- A trigger, so that no path that moves the pages can forget it.
CREATE OR REPLACE FUNCTION forget_moved_devices() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  DELETE FROM public.customer_devices WHERE merchant_id = NEW.id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION forget_moved_devices() FROM PUBLIC;

-- The host that canonicalOrigin names; none is the one that all merchants share.
CREATE OR REPLACE TRIGGER forget_moved_devices
  AFTER UPDATE OF signup_link_slug, custom_domain, custom_domain_status, gtm_id, meta_pixel_id ON merchants
  FOR EACH ROW
  WHEN (CASE WHEN OLD.custom_domain_status = 'verified' THEN OLD.custom_domain
          WHEN OLD.gtm_id IS NOT NULL OR OLD.meta_pixel_id IS NOT NULL THEN OLD.signup_link_slug END
        IS DISTINCT FROM
        CASE WHEN NEW.custom_domain_status = 'verified' THEN NEW.custom_domain
          WHEN NEW.gtm_id IS NOT NULL OR NEW.meta_pixel_id IS NOT NULL THEN NEW.signup_link_slug END)
  EXECUTE FUNCTION forget_moved_devices();

-- prisma/functions/proof/remember_devices.sql
-- Called beside confirm_cashback and confirm_redemption by api/src/ledger/token-confirmations.ts: makes the
-- browsers that have just confirmed known as their customers' for 180 days, and answers the id of each one
-- that is to keep it. p_device_ids[ordinal]: what the browser is already, as the text of a uuid[];
-- p_new_ids[ordinal]: what it becomes otherwise.
-- Only the first browser becomes known by a confirmation alone: while the customer has another proof, a
-- stranger with a cheap purchase of their own would become the customer. Only what a confirmation made known
-- is prolonged by one. A repeat with the id that this confirmation stored is answered it again: the first
-- answer may have been lost. Any other id that is stored already is refused, since ids are no secret in a
-- dump.
-- In the database so that a batch costs one statement and no round trip; it runs as cashback_confirmer, under
-- the locks that the confirmations hold on the customers.
CREATE OR REPLACE FUNCTION remember_devices(p_ordinals integer[], p_merchant_ids uuid[], p_source_ids uuid[],
  p_are_confirmed boolean[], p_device_ids text[], p_new_ids uuid[])
  RETURNS TABLE (ordinal integer, device_id uuid)
LANGUAGE plpgsql STRICT SECURITY DEFINER
-- As in confirm_cashback: each row is found by an index, however small the tables were at planning.
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := money_now();
BEGIN
  RETURN QUERY
  WITH item AS MATERIALIZED (
    SELECT u.ordinal, u.merchant_id, u.is_confirmed, source.customer_id, source.confirmed_at,
      coalesce(present.id, p_new_ids[u.ordinal]) AS id, present.id IS NULL AS is_new
    FROM unnest(p_ordinals, p_merchant_ids, p_source_ids, p_are_confirmed)
      AS u (ordinal, merchant_id, source_id, is_confirmed)
    CROSS JOIN LATERAL (
      SELECT t.customer_id, t.qr_scanned_at AS confirmed_at FROM transactions t
      WHERE t.merchant_id = u.merchant_id AND t.id = u.source_id
      UNION ALL
      SELECT r.customer_id, r.completed_at FROM redemptions r
      WHERE r.merchant_id = u.merchant_id AND r.id = u.source_id
    ) source
    LEFT JOIN LATERAL (
      SELECT d.id FROM customer_devices d
      WHERE d.merchant_id = u.merchant_id AND d.id = ANY (p_device_ids[u.ordinal]::uuid[]) LIMIT 1
    ) present ON true
  ), prolonged AS (
    UPDATE customer_devices d SET expires_at = moment + interval '180 days'
    FROM item i
    WHERE i.is_confirmed AND NOT i.is_new AND d.merchant_id = i.merchant_id AND d.id = i.id
      AND d.customer_id = i.customer_id AND d.is_lasting AND d.expires_at > moment
    RETURNING d.merchant_id, d.id, d.customer_id
  ), stored AS (
    INSERT INTO customer_devices AS d (merchant_id, id, customer_id, created_at, expires_at, is_lasting)
    SELECT DISTINCT ON (i.merchant_id, i.customer_id)
      i.merchant_id, i.id, i.customer_id, i.confirmed_at, moment + interval '180 days', true
    FROM item i
    WHERE i.is_confirmed
      -- is_known_device, written out: a call of it would cost more than all the rest.
      AND NOT EXISTS (SELECT FROM customer_devices k
                      WHERE k.merchant_id = i.merchant_id AND k.customer_id = i.customer_id
                        AND k.expires_at > moment
                        AND (SELECT count(*) FROM customer_devices o
                             WHERE o.merchant_id = k.merchant_id AND o.id = k.id) <= 5)
      AND NOT EXISTS (SELECT FROM customer_pins p
                      WHERE p.merchant_id = i.merchant_id AND p.customer_id = i.customer_id)
      AND NOT EXISTS (SELECT FROM customers c
                      WHERE c.merchant_id = i.merchant_id AND c.id = i.customer_id AND c.email_is_proof)
      AND (SELECT count(*) FROM customer_devices k WHERE k.merchant_id = i.merchant_id AND k.id = i.id)
        <= CASE WHEN i.is_new THEN 0 ELSE 5 END
    ORDER BY i.merchant_id, i.customer_id, i.ordinal
    ON CONFLICT (merchant_id, id, customer_id) DO UPDATE SET created_at = excluded.created_at,
      expires_at = excluded.expires_at, is_lasting = true
    RETURNING d.merchant_id, d.id, d.customer_id
  )
  SELECT i.ordinal, i.id FROM item i
  WHERE (i.merchant_id, i.id, i.customer_id) IN (TABLE prolonged UNION ALL TABLE stored)
    OR i.is_new AND NOT i.is_confirmed AND EXISTS (
      SELECT FROM customer_devices d
      WHERE d.merchant_id = i.merchant_id AND d.id = i.id AND d.customer_id = i.customer_id
        AND d.created_at = i.confirmed_at AND d.expires_at > moment
    );
END
$$;

REVOKE ALL ON FUNCTION remember_devices(integer[], uuid[], uuid[], boolean[], text[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION remember_devices(integer[], uuid[], uuid[], boolean[], text[], uuid[])
  TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION remember_devices(integer[], uuid[], uuid[], boolean[], text[], uuid[])
  OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;
