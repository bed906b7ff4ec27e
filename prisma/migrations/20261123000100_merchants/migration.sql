-- The tenants: their settings, slugs, logos and keys.

CREATE TABLE merchants (
  id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  rate_basis_points integer NOT NULL DEFAULT 500,
  program_name text NOT NULL,
  cashback_expires boolean NOT NULL DEFAULT false,
  cashback_expiration_days integer NOT NULL DEFAULT 180,
  cashback_available_immediately boolean NOT NULL DEFAULT true,
  cashback_maturing_days integer NOT NULL DEFAULT 1,
  time_zone text NOT NULL DEFAULT 'America/Sao_Paulo',
  custom_domain text,
  custom_domain_status text,
  custom_domain_verification_code text,
  custom_domain_checked_at timestamptz(6),
  gtm_id text,
  meta_pixel_id text,
  signup_link_slug text NOT NULL,
  logo_url text,
  brand_color text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  -- Rules for redeeming; null: off.
  redemption_max_share_basis_points integer,
  redemption_min_purchase_cents bigint,
  redemption_min_balance_cents bigint,
  -- The finding of the last check of the custom domain's records, in the words that the settings show.
  custom_domain_finding jsonb,
  -- Stamped by triggers when a host name changes: the host directory reads only the changes.
  hosts_changed_at timestamptz(6) NOT NULL DEFAULT now(),
  -- Moment since which the record that proves the custom domain is missing; null while it is there.
  custom_domain_missing_since timestamptz(6),
  -- When the owners were last warned about it.
  custom_domain_warned_at timestamptz(6),
  -- Employees see customers' phones and e-mails masked.
  mask_contacts boolean NOT NULL DEFAULT false,
  CONSTRAINT merchants_pkey PRIMARY KEY (id),
  CONSTRAINT merchants_name_present CHECK (btrim(name) <> ''),
  CONSTRAINT merchants_phone_digits CHECK (phone ~ '^[0-9]{10,11}$'),
  CONSTRAINT merchants_rate_range CHECK (rate_basis_points BETWEEN 10 AND 10000),
  CONSTRAINT merchants_expiration_range CHECK (cashback_expiration_days BETWEEN 1 AND 3650),
  CONSTRAINT merchants_maturing_range CHECK (cashback_maturing_days BETWEEN 1 AND 90),
  CONSTRAINT merchants_redemption_rules_range CHECK (
    redemption_max_share_basis_points BETWEEN 1 AND 10000
    AND redemption_min_purchase_cents BETWEEN 1 AND 1000000000
    AND redemption_min_balance_cents BETWEEN 1 AND 1000000000),
  CONSTRAINT merchants_slug_shape CHECK (signup_link_slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  CONSTRAINT merchants_domain_shape CHECK (custom_domain ~ '^[a-z0-9.-]+$'),
  CONSTRAINT merchants_domain_status CHECK (custom_domain_status IN ('waiting', 'verified', 'failed')),
  CONSTRAINT merchants_gtm_shape CHECK (gtm_id ~ '^GTM-[A-Z0-9]{4,10}$'),
  CONSTRAINT merchants_pixel_shape CHECK (meta_pixel_id ~ '^[0-9]{15,16}$'),
  CONSTRAINT merchants_brand_color_shape CHECK (brand_color ~ '^#[0-9a-f]{6}$'),
  -- An uploaded logo of this merchant, or a picture on another server: nothing that a page would execute.
  CONSTRAINT merchants_logo_url_shape CHECK (
    logo_url ~ ('^/media/logos/' || id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.]webp$')
    OR logo_url ~ '^https://[a-z0-9.-]+/[A-Za-z0-9._~/-]+[.](png|jpe?g|webp)$')
);
CREATE UNIQUE INDEX merchants_signup_link_slug_key ON merchants (signup_link_slug);
-- Only a verified domain is taken; any number of merchants may wait for the same one.
CREATE UNIQUE INDEX merchants_verified_domain_key
  ON merchants ((CASE WHEN custom_domain_status = 'verified' THEN custom_domain END));
CREATE INDEX merchants_hosts_changed_idx ON merchants (hosts_changed_at, id);
CREATE INDEX merchants_domain_recheck_idx ON merchants (coalesce(custom_domain_checked_at, '-infinity'))
  WHERE custom_domain_status = 'verified';

-- The API may not delete a merchant. The worker writes what the check of a domain found.
ALTER TABLE merchants ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchants
  USING (id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON merchants FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT, UPDATE ON merchants TO cashback_app;
GRANT SELECT ON merchants TO cashback_worker;
GRANT UPDATE (
  custom_domain_status, custom_domain_checked_at, custom_domain_finding, custom_domain_missing_since,
  custom_domain_warned_at
) ON merchants TO cashback_worker;
GRANT SELECT (
  id, name, rate_basis_points, program_name, time_zone, custom_domain, custom_domain_status,
  custom_domain_checked_at, signup_link_slug, logo_url, brand_color, is_active, hosts_changed_at,
  mask_contacts
) ON merchants TO cashback_lookup;

-- Every sign-up slug that a merchant has had. Printed posters keep working, a CNAME to an old name never
-- proves another merchant's claim, and no other merchant can take it.
CREATE TABLE merchant_slugs (
  merchant_id uuid NOT NULL,
  signup_link_slug text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT merchant_slugs_pkey PRIMARY KEY (merchant_id, signup_link_slug),
  CONSTRAINT merchant_slugs_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id)
);
-- The API tells a taken slug by the column in this name.
CREATE UNIQUE INDEX merchant_slugs_signup_link_slug_key ON merchant_slugs (signup_link_slug);

-- Slugs are only added: a former one stays its merchant's.
ALTER TABLE merchant_slugs ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_slugs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchant_slugs
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
CREATE POLICY lookup ON merchant_slugs FOR SELECT TO cashback_lookup USING (true);

GRANT SELECT, INSERT ON merchant_slugs TO cashback_app;
GRANT SELECT ON merchant_slugs TO cashback_worker;
GRANT SELECT (merchant_id, signup_link_slug) ON merchant_slugs TO cashback_lookup;

-- Uploaded logos, decoded and encoded again. The one that is shown is named by merchants.logo_url.
CREATE TABLE merchant_logos (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  content bytea NOT NULL,
  content_type text NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT merchant_logos_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT merchant_logos_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT merchant_logos_content_size CHECK (octet_length(content) BETWEEN 1 AND 1048576),
  CONSTRAINT merchant_logos_content_raster CHECK (content_type = 'image/webp')
);
-- The content is compressed already.
ALTER TABLE merchant_logos ALTER COLUMN content SET STORAGE EXTERNAL;

-- A replaced logo is deleted.
ALTER TABLE merchant_logos ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_logos FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchant_logos
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT, DELETE ON merchant_logos TO cashback_app;

-- Data keys that seal a merchant's secrets, each wrapped by a key that is not in the database. The newest
-- version seals what is written; older ones stay for what they sealed.
CREATE TABLE merchant_data_keys (
  merchant_id uuid NOT NULL,
  version integer NOT NULL,
  wrapped_key bytea NOT NULL,
  created_at timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT merchant_data_keys_pkey PRIMARY KEY (merchant_id, version),
  CONSTRAINT merchant_data_keys_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT merchant_data_keys_version_positive CHECK (version >= 1)
);

-- Keys are only added; rotating them is the owner's work.
ALTER TABLE merchant_data_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_data_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchant_data_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

GRANT SELECT, INSERT ON merchant_data_keys TO cashback_app;
GRANT SELECT ON merchant_data_keys TO cashback_worker;
