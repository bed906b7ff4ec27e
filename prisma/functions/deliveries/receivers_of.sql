-- Called by announce and confirm_cashback: the merchant's integrations and webhooks that want an event.
-- p_action is the integrations' name of the event, p_event the webhooks'; null if they have none. A changed
-- consent goes to every active integration whatever its flags, and a withdrawal also to one that is paused:
-- the merchant may still write to the contacts that the provider has.
-- In the database because both need it.
CREATE OR REPLACE FUNCTION receivers_of(p_merchant_id uuid, p_action text, p_event text)
  RETURNS TABLE (integration_config_id uuid, webhook_endpoint_id uuid, event text)
LANGUAGE sql STABLE
AS $$
  SELECT i.id, NULL::uuid, CASE p_action WHEN 'withdrawal' THEN 'consent' ELSE p_action END
  FROM integration_configs i
  WHERE p_action IS NOT NULL AND i.merchant_id = p_merchant_id AND (i.is_active OR p_action = 'withdrawal')
    AND CASE p_action WHEN 'signup' THEN i.sync_on_signup WHEN 'purchase' THEN i.sync_on_purchase
      WHEN 'redemption' THEN i.sync_on_redemption WHEN 'consent' THEN true WHEN 'withdrawal' THEN true
      ELSE false END
  UNION ALL
  SELECT NULL, w.id, p_event FROM webhook_endpoints w
  WHERE p_event IS NOT NULL AND w.merchant_id = p_merchant_id AND w.is_active AND p_event = ANY (w.events)
$$;

REVOKE ALL ON FUNCTION receivers_of(uuid, text, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION receivers_of(uuid, text, text) TO cashback_app, cashback_worker, cashback_confirmer;
