-- Every signup-link slug a merchant has had stays its own: what was printed on posters goes on leading to it, a CNAME to
-- an old name at the platform never proves another merchant's claim, and nobody else can take it.

CREATE TABLE merchant_slugs (
  merchant_id uuid NOT NULL,
  signup_link_slug text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT merchant_slugs_pkey PRIMARY KEY (merchant_id, signup_link_slug),
  CONSTRAINT merchant_slugs_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);
-- The name holds the column's, so that an older release understands the refusal as well.
CREATE UNIQUE INDEX merchant_slugs_signup_link_slug_key ON merchant_slugs (signup_link_slug);

-- A trigger, because releases that know nothing of this table write slugs too.
CREATE FUNCTION keep_merchant_slug() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  AS $$
  BEGIN
    INSERT INTO public.merchant_slugs (merchant_id, signup_link_slug) VALUES (NEW.id, NEW.signup_link_slug)
      ON CONFLICT (merchant_id, signup_link_slug) DO NOTHING;
    RETURN NULL;
  END
  $$;
REVOKE ALL ON FUNCTION keep_merchant_slug() FROM PUBLIC;

-- What the last check of the custom domain's records found, as the API words it for the settings.
ALTER TABLE merchants
  ADD COLUMN custom_domain_finding jsonb,
  -- For this transaction, in which nobody else sees the table: its owner copies every merchant's slug.
  NO FORCE ROW LEVEL SECURITY;
CREATE TRIGGER keep_merchant_slug AFTER INSERT OR UPDATE OF signup_link_slug ON merchants
  FOR EACH ROW EXECUTE FUNCTION keep_merchant_slug();
INSERT INTO merchant_slugs (merchant_id, signup_link_slug, created_at)
  SELECT id, signup_link_slug, created_at FROM merchants;
ALTER TABLE merchants FORCE ROW LEVEL SECURITY;

ALTER TABLE merchant_slugs ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_slugs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchant_slugs
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
GRANT SELECT, INSERT ON merchant_slugs TO cashback_app;
GRANT SELECT (merchant_id, signup_link_slug) ON merchant_slugs TO cashback_lookup;
CREATE POLICY lookup ON merchant_slugs FOR SELECT TO cashback_lookup USING (true);

CREATE OR REPLACE FUNCTION lookup.merchant_by_slug(p_slug text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT m.id FROM public.merchant_slugs s JOIN public.merchants m ON m.id = s.merchant_id
        WHERE s.signup_link_slug = p_slug AND m.is_active $$;
