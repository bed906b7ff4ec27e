-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/confirmation_traces.sql
-- Policies and grants of confirmation_traces. Traces are deleted after a while.
ALTER TABLE confirmation_traces ENABLE ROW LEVEL SECURITY;
ALTER TABLE confirmation_traces FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON confirmation_traces;
CREATE POLICY tenant ON confirmation_traces
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON confirmation_traces;
CREATE POLICY lookup ON confirmation_traces FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON confirmation_traces;
CREATE POLICY confirmer ON confirmation_traces TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON confirmation_traces FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, DELETE ON confirmation_traces TO cashback_app;
GRANT SELECT, DELETE ON confirmation_traces TO cashback_worker;
GRANT SELECT (merchant_id, source_id, confirmed_at) ON confirmation_traces TO cashback_lookup;
GRANT INSERT ON confirmation_traces TO cashback_confirmer;

-- prisma/functions/confirmations/record_confirmation_traces.sql
-- Called by api/src/ledger/confirmation-traces.sql.ts: stores where confirmations of one kind came from.
-- Skips a movement that has a trace or was not confirmed.
-- In the database so that one statement stores the traces of many merchants; it runs as cashback_confirmer,
-- and every join is by merchant_id. It does not wait for the disk: a crash may lose the last moment's traces.
CREATE OR REPLACE FUNCTION record_confirmation_traces(p_kind text, p_merchant_ids uuid[], p_source_ids uuid[],
  p_networks text[], p_device_hashes bytea[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
-- As in confirm_cashback: each row is found by an index, however small the tables were at planning.
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  SET LOCAL synchronous_commit = off;
  IF p_kind = 'cashback' THEN
    INSERT INTO confirmation_traces (merchant_id, source_id, kind, network, device_hash, delay_ms, confirmed_at)
    SELECT t.merchant_id, t.id, p_kind, u.network, u.device_hash,
      extract(epoch FROM t.qr_scanned_at - t.created_at) * 1000, t.qr_scanned_at
    FROM unnest(p_merchant_ids, p_source_ids, p_networks, p_device_hashes)
      AS u (merchant_id, source_id, network, device_hash)
    CROSS JOIN LATERAL (
      SELECT * FROM transactions k WHERE k.merchant_id = u.merchant_id AND k.id = u.source_id OFFSET 0
    ) t
    WHERE t.qr_scanned_at IS NOT NULL
    ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO confirmation_traces (merchant_id, source_id, kind, network, device_hash, delay_ms, confirmed_at)
    SELECT r.merchant_id, r.id, p_kind, u.network, u.device_hash,
      extract(epoch FROM r.completed_at - r.created_at) * 1000, r.completed_at
    FROM unnest(p_merchant_ids, p_source_ids, p_networks, p_device_hashes)
      AS u (merchant_id, source_id, network, device_hash)
    CROSS JOIN LATERAL (
      SELECT * FROM redemptions k WHERE k.merchant_id = u.merchant_id AND k.id = u.source_id OFFSET 0
    ) r
    WHERE r.completed_at IS NOT NULL
    ON CONFLICT DO NOTHING;
  END IF;
END
$$;

REVOKE ALL ON FUNCTION record_confirmation_traces(text, uuid[], uuid[], text[], bytea[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION record_confirmation_traces(text, uuid[], uuid[], text[], bytea[]) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION record_confirmation_traces(text, uuid[], uuid[], text[], bytea[]) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;
