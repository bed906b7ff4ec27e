-- Called by api/src/rollups/recomputed-rollups.sql.ts: segment_rollups as computed from the merchant's rows
-- alone: customers of a first or last day by how often and for how much they bought. Rebuilding stores it,
-- verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of segment_rollups.
CREATE OR REPLACE FUNCTION recompute_segment_rollups(p_merchant_id uuid) RETURNS SETOF segment_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, edge.name, edge.day, frequency_class(c.purchases), value_class(c.spent_cents),
    count(*)::integer, sum(c.spent_cents)::bigint
  FROM recompute_customer_rollups(p_merchant_id) c,
    LATERAL (VALUES ('first', c.first_day), ('last', c.last_day)) AS edge (name, day)
  GROUP BY 2, 3, 4, 5
$$;

REVOKE ALL ON FUNCTION recompute_segment_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_segment_rollups(uuid) TO cashback_app, cashback_worker;
