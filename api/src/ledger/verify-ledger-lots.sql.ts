/** Rules for each lot. A row is a difference: check, customer_id, subject_id, expected, found. */
export const LOT_RULES = `
  SELECT 'lot remaining = sum of its entries' AS check, l.customer_id, l.id AS subject_id,
    coalesce(b.cents, 0)::text AS expected, l.remaining_cents::text AS found
  FROM lot l LEFT JOIN by_lot b ON b.lot_id = l.id WHERE l.remaining_cents <> coalesce(b.cents, 0)
  UNION ALL
  SELECT 'entry belongs to the customer of its lot', e.customer_id, e.lot_id, l.customer_id::text, e.holder_id::text
  FROM entry e JOIN lot l ON l.id = e.lot_id WHERE l.customer_id <> e.holder_id
  UNION ALL
  SELECT 'lot amount = the credit that opened it', l.customer_id, l.id, coalesce(b.cents, 0)::text, l.amount_cents::text
  FROM lot l LEFT JOIN by_source b
    ON b.kind IN ('accrual', 'adjustment') AND b.source_id = l.id AND b.customer_id = l.customer_id
  WHERE l.amount_cents <> coalesce(b.cents, 0)
  UNION ALL
  SELECT 'lot spent only while it lives', e.customer_id, e.lot_id,
    concat(l.available_at, ' to ', l.expires_at), e.created_at::text
  FROM entry e JOIN lot l ON l.id = e.lot_id
  WHERE e.kind = 'redemption'
    AND (e.created_at < l.available_at OR e.created_at >= l.expires_at)
  UNION ALL
  SELECT 'lot expires only after its life', e.customer_id, e.lot_id, l.expires_at::text, e.created_at::text
  FROM entry e JOIN lot l ON l.id = e.lot_id
  WHERE e.kind = 'expiry' AND (l.expires_at IS NULL OR e.created_at < l.expires_at)
  UNION ALL
  SELECT 'no more is put back into a lot than had expired of it', l.customer_id, l.id, (-x.expired_cents)::text, x.undone_cents::text
  FROM lot l JOIN (
    SELECT lot_id, coalesce(sum(amount_cents) FILTER (WHERE kind = 'expiry'), 0) AS expired_cents,
      sum(amount_cents) FILTER (WHERE kind = 'expiry_reversal') AS undone_cents
    FROM entry WHERE kind IN ('expiry', 'expiry_reversal') GROUP BY lot_id) x ON x.lot_id = l.id
  WHERE x.undone_cents > -x.expired_cents`;
