-- The mobile number with or without its ninth digit; null where it was never written otherwise. The same as
-- the function of that name in packages/domain/src/doubt-phone.ts.
-- In the database because erasures and the phones of employees are kept there.
CREATE OR REPLACE FUNCTION other_spelling(p_phone text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT CASE
    WHEN p_phone ~ '^[1-9][1-9]9[6-9]\d{7}$' THEN left(p_phone, 2) || right(p_phone, 8)
    WHEN p_phone ~ '^[1-9][1-9][6-9]\d{7}$' THEN left(p_phone, 2) || '9' || right(p_phone, 8) END
$$;

REVOKE ALL ON FUNCTION other_spelling(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer, cashback_eraser;
GRANT EXECUTE ON FUNCTION other_spelling(text) TO cashback_app, cashback_worker, cashback_eraser;
