-- Called by sweep_traces: the texts among the values of the document, but no keys, numbers, ids or moments.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION texts_of(p_document jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT string_agg(value #>> '{}', E'\n')
  FROM jsonb_path_query(p_document, 'strict $.** ? (@.type() == "string")') AS v (value)
  WHERE value #>> '{}' !~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z)$'
$$;

REVOKE ALL ON FUNCTION texts_of(jsonb)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION texts_of(jsonb) TO cashback_eraser;
