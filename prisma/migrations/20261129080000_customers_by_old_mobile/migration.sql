CREATE INDEX CONCURRENTLY customers_by_old_mobile_idx ON customers (merchant_id, phone)
  WHERE length(phone) = 10 AND substr(phone, 3, 1) >= '6';
