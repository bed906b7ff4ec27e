-- Without a list of pending entries, which every search would read: whoever adds a customer pays for its words at once.
CREATE INDEX CONCURRENTLY customer_search_text_idx ON customer_search
  USING gin (merchant_id, search_text extensions.gin_trgm_ops) WITH (fastupdate = off);
