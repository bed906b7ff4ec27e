-- Called by issue_cashback, create_redemption and api/src/approvals/assert-approved.ts: whether the
-- employee's asking for this very movement was approved by an employee who is still active, and neither
-- has expired nor was used. A customer who is not known yet is compared by the phone.
-- In the database because issue_cashback and create_redemption decide by it under the request's lock.
CREATE OR REPLACE FUNCTION is_approved(p_merchant_id uuid, p_kind text, p_request_id uuid, p_employee_id uuid,
  p_amount_cents bigint, p_customer_id uuid, p_phone text, p_at timestamptz)
  RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM approvals a
    JOIN employees e ON e.merchant_id = a.merchant_id AND e.id = a.answered_by AND e.is_active
    WHERE a.merchant_id = p_merchant_id AND a.request_id = p_request_id AND a.kind = p_kind
      AND a.asked_by = p_employee_id AND a.amount_cents = p_amount_cents
      AND (a.customer_id = p_customer_id OR a.phone = p_phone)
      AND a.answer = 'approved' AND a.expires_at > p_at AND a.used_at IS NULL)
$$;

REVOKE ALL ON FUNCTION is_approved(uuid, text, uuid, uuid, bigint, uuid, text, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION is_approved(uuid, text, uuid, uuid, bigint, uuid, text, timestamptz)
  TO cashback_app, cashback_confirmer;
