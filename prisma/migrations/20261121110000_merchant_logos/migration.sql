-- Merchants' logos: what they uploaded, decoded and encoded again, small enough to stand beside its merchant. Only
-- the API reads and writes them; the picture that is shown is the one that merchants.logo_url names.
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
-- Compressed already.
ALTER TABLE merchant_logos ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE merchant_logos ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_logos FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchant_logos
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON merchant_logos TO cashback_app;

-- The merchant's own picture, or one on a server of its own: nothing a page would have to run.
ALTER TABLE merchants ADD CONSTRAINT merchants_logo_url_shape CHECK (
  logo_url ~ ('^/media/logos/' || id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.]webp$')
  OR logo_url ~ '^https://[a-z0-9.-]+/[A-Za-z0-9._~/-]+[.](png|jpe?g|webp)$') NOT VALID;
