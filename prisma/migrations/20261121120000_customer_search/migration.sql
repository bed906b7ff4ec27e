-- Finding customers by a part of their name, e-mail or phone. What is searched is a narrow table of its own, kept by a
-- trigger on the four columns it is made of: a sale or a scan updates the customer's row, and never the trigram index.

-- Both are contrib extensions that whoever may create a schema in the database may install. They get a schema of their
-- own, so that what public and lookup hold is the product's.
CREATE SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA extensions;

-- 'José D''Ávila & Filhos' → 'jose davila filhos'. api/src/customers/search-patterns.ts does the same to what is typed.
CREATE FUNCTION fold_for_search(p_text text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
  AS $$ SELECT btrim(regexp_replace(lower(
          replace(replace(replace(replace(replace(translate(
            regexp_replace(normalize(translate(coalesce(p_text, ''), E'''\u2018\u2019\u02bc`\u00b4', ''), NFKD), '[\u0300-\u036f]', '', 'g'),
            'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe')
        ), '[^a-z0-9]+', ' ', 'g')) $$;

-- search_text: ' jose davila filhos | jose exemplo com br | 11987654321'. Every word has a space before it, and no
-- pattern has the bar in it, so that nothing is found across two of the three. Empty for a record merged into another.
CREATE TABLE customer_search (
  merchant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  search_text text NOT NULL,
  CONSTRAINT customer_search_pkey PRIMARY KEY (merchant_id, customer_id),
  CONSTRAINT customer_search_customer_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers (merchant_id, id)
);
ALTER TABLE customer_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_search FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON customer_search
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_app;

CREATE FUNCTION customer_search_text(p_customer customers) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  AS $$ SELECT CASE WHEN p_customer.merged_into_id IS NULL
          THEN ' ' || fold_for_search(p_customer.name) || ' | ' || fold_for_search(p_customer.email) || ' | ' || p_customer.phone
          ELSE '' END $$;

CREATE FUNCTION keep_customer_search() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
  AS $$
  BEGIN
    INSERT INTO customer_search AS s (merchant_id, customer_id, search_text)
      VALUES (NEW.merchant_id, NEW.id, customer_search_text(NEW))
      ON CONFLICT (merchant_id, customer_id) DO UPDATE SET search_text = excluded.search_text
        WHERE s.search_text <> excluded.search_text;
    RETURN NULL;
  END
  $$;

-- As whoever changes the customer, so that row-level security binds it like them.
CREATE TRIGGER customers_keep_search AFTER INSERT OR UPDATE OF name, email, phone, merged_into_id ON customers
  FOR EACH ROW EXECUTE FUNCTION keep_customer_search();

-- LIKE is no leakproof operator, so row-level security evaluates it row by row after the tenant's condition and uses no
-- index for it. This function may use one. It answers ids, of the tenant of the transaction and of nobody else.
-- The first three patterns are looked up in the index; a caller with fewer repeats one, which costs nothing.
GRANT SELECT (merchant_id, customer_id, search_text) ON customer_search TO cashback_lookup;
CREATE POLICY lookup ON customer_search FOR SELECT TO cashback_lookup USING (true);
CREATE FUNCTION lookup.customers_matching(p_merchant_id uuid, p_patterns text[], p_limit bigint) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT s.customer_id FROM public.customer_search s
        WHERE p_merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid AND s.merchant_id = p_merchant_id
          AND s.search_text LIKE p_patterns[1] AND s.search_text LIKE p_patterns[2] AND s.search_text LIKE p_patterns[3]
          AND s.search_text LIKE ALL (p_patterns)
        LIMIT p_limit $$;

DO $$
DECLARE
  own_function regprocedure;
BEGIN
  FOREACH own_function IN ARRAY ARRAY['fold_for_search(text)', 'customer_search_text(customers)', 'keep_customer_search()',
    'lookup.customers_matching(uuid, text[], bigint)']::regprocedure[]
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', own_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO cashback_app', own_function);
  END LOOP;
  -- Last: by now it may be somebody else's, and only the owner may grant.
  ALTER FUNCTION lookup.customers_matching(uuid, text[], bigint) OWNER TO cashback_lookup;
END
$$;
