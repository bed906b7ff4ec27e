-- The versions of the platform's terms and privacy policy that a merchant's owners accepted, when and from where.

CREATE TABLE terms_acceptances (
  merchant_id uuid NOT NULL,
  document text NOT NULL,
  version integer NOT NULL,
  -- SHA-256 in hex of the text with the platform's data in it, which is no part of the version.
  text_hash text NOT NULL,
  employee_id uuid NOT NULL,
  accepted_at timestamptz(6) NOT NULL,
  ip text,
  user_agent text,
  CONSTRAINT terms_acceptances_pkey PRIMARY KEY (merchant_id, document, version, text_hash, employee_id),
  CONSTRAINT terms_acceptances_merchant_fkey FOREIGN KEY (merchant_id) REFERENCES merchants (id),
  CONSTRAINT terms_acceptances_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT terms_acceptances_document_known CHECK (document IN ('terms', 'privacy')),
  CONSTRAINT terms_acceptances_version_positive CHECK (version > 0),
  CONSTRAINT terms_acceptances_text_sha256 CHECK (text_hash ~ '^[0-9a-f]{64}$')
);

-- prisma/access/terms_acceptances.sql
-- Policies and grants of terms_acceptances. An acceptance is proof: it is never changed. The worker has no
-- grant: no job reads one.
ALTER TABLE terms_acceptances ENABLE ROW LEVEL SECURITY;
ALTER TABLE terms_acceptances FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON terms_acceptances;
CREATE POLICY tenant ON terms_acceptances
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON terms_acceptances FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON terms_acceptances TO cashback_app;
