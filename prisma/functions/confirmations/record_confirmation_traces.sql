-- Called by api/src/ledger/confirmation-traces.sql.ts: stores where confirmations of one kind came from.
-- In the database so that one statement stores the traces of many merchants, each as its tenant: the rows
-- come sorted by merchant. It does not wait for the disk: a crash may lose the last moment's traces.
CREATE OR REPLACE FUNCTION record_confirmation_traces(p_kind text, p_merchant_ids uuid[], p_source_ids uuid[],
  p_networks text[], p_device_hashes bytea[]) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  tenant uuid;
  first integer := 1;
  last integer;
BEGIN
  SET LOCAL synchronous_commit = off;
  WHILE first <= cardinality(p_merchant_ids) LOOP
    tenant := p_merchant_ids[first];
    last := first;
    WHILE p_merchant_ids[last + 1] = tenant LOOP
      last := last + 1;
    END LOOP;
    PERFORM set_config('app.merchant_id', tenant::text, true);
    IF p_kind = 'cashback' THEN
      INSERT INTO confirmation_traces (merchant_id, source_id, kind, network, device_hash, delay_ms,
        confirmed_at)
      SELECT t.merchant_id, t.id, p_kind, u.network, u.device_hash,
        extract(epoch FROM t.qr_scanned_at - t.created_at) * 1000, t.qr_scanned_at
      FROM unnest(p_source_ids[first:last], p_networks[first:last], p_device_hashes[first:last])
        AS u (source_id, network, device_hash)
      JOIN transactions t ON t.merchant_id = tenant AND t.id = u.source_id
      WHERE t.qr_scanned_at IS NOT NULL
      ON CONFLICT DO NOTHING;
    ELSE
      INSERT INTO confirmation_traces (merchant_id, source_id, kind, network, device_hash, delay_ms,
        confirmed_at)
      SELECT r.merchant_id, r.id, p_kind, u.network, u.device_hash,
        extract(epoch FROM r.completed_at - r.created_at) * 1000, r.completed_at
      FROM unnest(p_source_ids[first:last], p_networks[first:last], p_device_hashes[first:last])
        AS u (source_id, network, device_hash)
      JOIN redemptions r ON r.merchant_id = tenant AND r.id = u.source_id
      WHERE r.completed_at IS NOT NULL
      ON CONFLICT DO NOTHING;
    END IF;
    first := last + 1;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION record_confirmation_traces(text, uuid[], uuid[], text[], bytea[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION record_confirmation_traces(text, uuid[], uuid[], text[], bytea[]) TO cashback_app;
