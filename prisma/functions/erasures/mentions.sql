-- Called by sweep_traces: true if the text has one of the sought phones, e-mails or names in it. A name is
-- found whatever its case and accents, and one of other letters than Latin ones as it is written.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION mentions(p_text text, p_sought text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM contacts_in(p_text) AS contact WHERE contact = ANY (p_sought))
    OR EXISTS (
      SELECT FROM unnest(p_sought) AS name
      WHERE CASE WHEN fold_for_search(name) = '' THEN position(lower(name) IN lower(p_text)) > 0
        ELSE position(' ' || fold_for_search(name) || ' ' IN ' ' || fold_for_search(p_text) || ' ') > 0 END)
$$;

REVOKE ALL ON FUNCTION mentions(text, text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION mentions(text, text[]) TO cashback_eraser;
