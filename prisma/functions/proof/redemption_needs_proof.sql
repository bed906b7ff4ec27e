-- Called by create_redemption, confirm_redemption and api/src/redemptions/redemption-history.sql.ts: whether
-- the merchant asks for proof of being the customer before a redemption of this amount.
-- In the database because confirm_redemption decides by it under the customer's lock.
CREATE OR REPLACE FUNCTION redemption_needs_proof(p_proof text, p_above_cents bigint, p_amount_cents bigint)
  RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT p_proof = 'always' OR p_proof = 'above' AND p_amount_cents > p_above_cents
$$;

REVOKE ALL ON FUNCTION redemption_needs_proof(text, bigint, bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION redemption_needs_proof(text, bigint, bigint) TO cashback_app, cashback_confirmer;
