/** Rules between entries and the purchases and redemptions they come from. A row is a difference. */
const PURCHASES = `
  SELECT 'one credit of the right amount for each confirmed purchase', s.customer_id, s.id,
    CASE WHEN c.due_cents > 0 THEN concat('1 credit of ', c.due_cents) ELSE '0 credits of 0' END,
    concat(coalesce(b.entries, 0), ' credits of ', coalesce(b.cents, 0))
  FROM purchase s
  LEFT JOIN reversed r ON r.transaction_id = s.id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN s.qr_scanned THEN s.cashback_cents - coalesce(r.uncredited_cents, 0) ELSE 0 END AS due_cents) c
  LEFT JOIN by_source b ON b.kind = 'accrual' AND b.source_id = s.id AND b.customer_id = s.customer_id
  WHERE coalesce(b.entries, 0) <> (c.due_cents > 0)::int OR coalesce(b.cents, 0) <> c.due_cents
  UNION ALL
  SELECT 'a purchase counts its reversals', s.customer_id, s.id,
    concat(coalesce(r.amount_cents, 0), ' with cashback of ', coalesce(r.cashback_cents, 0)),
    concat(s.reversed_amount_cents, ' with cashback of ', s.reversed_cashback_cents)
  FROM purchase s LEFT JOIN reversed r ON r.transaction_id = s.id
  WHERE s.reversed_amount_cents <> coalesce(r.amount_cents, 0)
    OR s.reversed_cashback_cents <> coalesce(r.cashback_cents, 0)
  UNION ALL
  SELECT 'what is left of a purchase keeps the cashback of a purchase of that value', s.customer_id, s.id,
    (((s.amount_cents - s.reversed_amount_cents) * s.rate_basis_points + 5000) / 10000)::text,
    (s.cashback_cents - s.reversed_cashback_cents)::text
  FROM purchase s
  WHERE s.cashback_cents - s.reversed_cashback_cents
      <> ((s.amount_cents - s.reversed_amount_cents) * s.rate_basis_points + 5000) / 10000
    OR (s.status = 'reversed') <> (s.reversed_amount_cents = s.amount_cents)`;

const REDEMPTIONS = `
  SELECT 'a completed redemption took its amount', r.customer_id, r.id,
    (CASE r.status WHEN 'pending' THEN 0 ELSE -r.amount_cents END)::text, coalesce(b.cents, 0)::text
  FROM redemption r
  LEFT JOIN by_source b ON b.kind = 'redemption' AND b.source_id = r.id AND b.customer_id = r.customer_id
  WHERE coalesce(b.cents, 0) <> CASE r.status WHEN 'pending' THEN 0 ELSE -r.amount_cents END
  UNION ALL
  SELECT 'an undone redemption gave its amount back', r.customer_id, r.id,
    concat(CASE r.status WHEN 'reversed' THEN r.amount_cents ELSE 0 END, ', undone for ', CASE r.status WHEN 'reversed' THEN r.amount_cents ELSE 0 END),
    concat(coalesce(b.cents, 0), ', undone for ', coalesce(u.amount_cents, 0))
  FROM redemption r
  LEFT JOIN undone u ON u.redemption_id = r.id
  LEFT JOIN by_source b ON b.kind = 'redemption_reversal' AND b.source_id = r.id AND b.customer_id = r.customer_id
  WHERE coalesce(b.cents, 0) <> CASE r.status WHEN 'reversed' THEN r.amount_cents ELSE 0 END
    OR coalesce(u.amount_cents, 0) <> CASE r.status WHEN 'reversed' THEN r.amount_cents ELSE 0 END`;

/** Rule that the entries of each correction move the amount it states. */
const CORRECTIONS = `
  SELECT 'a correction moved what it says', said.customer_id, said.id, concat(said.kind, ' of ', said.cents),
    concat(said.kind, ' of ', coalesce(b.cents, 0))
  FROM (
    SELECT id, customer_id, 'accrual_reversal' AS kind, -taken_cents AS cents FROM reversal
    UNION ALL SELECT id, customer_id, 'accrual_reversal', -recovered_cents FROM undone
    UNION ALL SELECT id, customer_id, 'expiry', -expired_cents FROM undone
    UNION ALL SELECT id, customer_id, 'adjustment', amount_cents FROM adjustment
    UNION ALL SELECT m.id, coalesce(c.merged_into_id, c.id), 'merge_out', -m.moved_cents
      FROM merging m JOIN customer c ON c.id = m.source_customer_id
    UNION ALL SELECT m.id, coalesce(c.merged_into_id, c.id), 'merge_in', m.moved_cents
      FROM merging m JOIN customer c ON c.id = m.target_customer_id
    UNION ALL SELECT id, customer_id, 'forfeit', -forfeited_cents FROM erasure
  ) said
  LEFT JOIN by_source b ON b.kind = said.kind AND b.source_id = said.id AND b.customer_id = said.customer_id
  WHERE coalesce(b.cents, 0) <> said.cents
  UNION ALL
  SELECT 'shortfalls were recovered by undone redemptions', coalesce(r.customer_id, u.customer_id), NULL,
    coalesce(u.cents, 0)::text, coalesce(r.cents, 0)::text
  FROM (SELECT customer_id, sum(recovered_cents) AS cents FROM reversal GROUP BY customer_id) r
  FULL JOIN (SELECT customer_id, sum(recovered_cents) AS cents FROM undone GROUP BY customer_id) u USING (customer_id)
  WHERE coalesce(r.cents, 0) <> coalesce(u.cents, 0)
  UNION ALL
  SELECT 'a merged record points at a living one with the merge that made it so', c.id, c.merged_into_id,
    'a living record', 'none'
  FROM customer c LEFT JOIN customer t ON t.id = c.merged_into_id
  WHERE c.merged_into_id IS NOT NULL AND (t.merged_into_id IS NOT NULL
    OR NOT EXISTS (SELECT FROM merging m WHERE m.source_customer_id = c.id))`;

const ORIGINS = `
  SELECT 'an entry comes from something that happened to its customer', b.customer_id, b.source_id, b.kind, 'none'
  FROM by_source b
  LEFT JOIN (
    SELECT 'accrual' AS kind, id, customer_id FROM purchase
    UNION ALL SELECT 'redemption', id, customer_id FROM redemption
    UNION ALL SELECT 'redemption_reversal', redemption_id, customer_id FROM undone
    UNION ALL SELECT 'accrual_reversal', id, customer_id FROM reversal
    UNION ALL SELECT 'accrual_reversal', id, customer_id FROM undone
    UNION ALL SELECT 'expiry', id, customer_id FROM lot
    UNION ALL SELECT 'expiry', id, customer_id FROM undone
    UNION ALL SELECT 'adjustment', id, customer_id FROM adjustment
    UNION ALL SELECT 'merge_out', m.id, coalesce(c.merged_into_id, c.id)
      FROM merging m JOIN customer c ON c.id = m.source_customer_id
    UNION ALL SELECT 'merge_in', m.id, coalesce(c.merged_into_id, c.id)
      FROM merging m JOIN customer c ON c.id = m.target_customer_id
    UNION ALL SELECT 'forfeit', id, customer_id FROM erasure
  ) o ON o.kind = b.kind AND o.id = b.source_id AND o.customer_id = b.customer_id
  LEFT JOIN (SELECT id FROM clock_correction UNION ALL SELECT id FROM ledger_correction) k
    ON k.id = b.source_id AND b.kind IN ('expiry', 'expiry_reversal')
  WHERE o.id IS NULL AND k.id IS NULL`;

export const SOURCE_RULES = [PURCHASES, REDEMPTIONS, CORRECTIONS, ORIGINS].join(' UNION ALL ');
