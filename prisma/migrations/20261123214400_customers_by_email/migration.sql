CREATE INDEX CONCURRENTLY customers_by_email_idx ON customers (merchant_id, email)
  WHERE merged_into_id IS NULL AND email IS NOT NULL;
