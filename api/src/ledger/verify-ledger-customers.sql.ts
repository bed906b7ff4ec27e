/** Rules for each customer's caches and for the chain of their entries. A row is a difference. */
export const CUSTOMER_RULES = `
  SELECT 'balance = sum of entries', c.id, NULL, coalesce(b.cents, 0)::text, c.cashback_balance_cents::text
  FROM customer c LEFT JOIN by_customer b ON b.customer_id = c.id
  WHERE c.cashback_balance_cents <> coalesce(b.cents, 0)
  UNION ALL
  SELECT 'balance = what is left of the lots', c.id, NULL, o.cents::text, c.cashback_balance_cents::text
  FROM customer c JOIN open_by_customer o ON o.customer_id = c.id WHERE c.cashback_balance_cents <> o.cents
  UNION ALL
  SELECT 'available = what is left of the matured lots', c.id, NULL, o.available_cents::text, c.available_cents::text
  FROM customer c JOIN open_by_customer o ON o.customer_id = c.id WHERE c.available_cents <> o.available_cents
  UNION ALL
  SELECT 'no lot matures or expires before the balance is said to change', c.id, NULL, o.changes_at::text,
    coalesce(c.balance_changes_at::text, 'never')
  FROM customer c JOIN open_by_customer o ON o.customer_id = c.id
  WHERE o.changes_at < coalesce(c.balance_changes_at, 'infinity')
  UNION ALL
  SELECT 'the balance changes only after the moment it is of', c.id, NULL, c.balance_as_of::text,
    c.balance_changes_at::text
  FROM customer c WHERE c.balance_changes_at <= c.balance_as_of
  UNION ALL
  SELECT 'an erased customer has nothing', c.id, NULL, '0', c.cashback_balance_cents::text
  FROM customer c WHERE c.erased_at IS NOT NULL AND c.cashback_balance_cents <> 0
  UNION ALL
  SELECT 'total cashback = credits net of reversals', c.id, NULL, coalesce(b.accrued_cents, 0)::text,
    c.total_cashback_cents::text
  FROM customer c LEFT JOIN by_holder b ON b.holder_id = c.id
  WHERE c.total_cashback_cents <> coalesce(b.accrued_cents, 0)
  UNION ALL
  SELECT 'total spent = sum of purchases', c.id, NULL, coalesce(s.cents, 0)::text, c.total_spent_cents::text
  FROM customer c LEFT JOIN sold s ON s.customer_id = c.id WHERE c.total_spent_cents <> coalesce(s.cents, 0)
  UNION ALL
  SELECT 'last_purchase_at = newest purchase', c.id, NULL, s.last_at::text, c.last_purchase_at::text
  FROM customer c LEFT JOIN sold s ON s.customer_id = c.id WHERE c.last_purchase_at IS DISTINCT FROM s.last_at
  UNION ALL
  SELECT 'nothing is negative', c.id, NULL, '>= 0',
    least(c.available_cents, c.cashback_balance_cents - c.available_cents, c.total_cashback_cents,
      c.total_spent_cents)::text
  FROM customer c
  WHERE least(c.available_cents, c.cashback_balance_cents - c.available_cents, c.total_cashback_cents,
    c.total_spent_cents) < 0
  UNION ALL
  SELECT 'nothing is negative', l.customer_id, l.id, '>= 0', l.remaining_cents::text FROM lot l WHERE l.remaining_cents < 0
  UNION ALL
  SELECT 'nothing is negative', e.customer_id, e.lot_id, '>= 0', e.balance_after_cents::text
  FROM entry e WHERE e.balance_after_cents < 0
  UNION ALL
  SELECT 'balance after = sum of the entries so far', customer_id, lot_id, running::text, balance_after_cents::text
  FROM (SELECT *, sum(amount_cents) OVER (PARTITION BY customer_id ORDER BY id) AS running FROM entry) chain
  WHERE balance_after_cents <> running`;
