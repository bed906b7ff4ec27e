-- Called by customer_search_text: turns 'José D''Ávila & Filhos' into 'jose davila filhos'.
-- api/src/customers/search-patterns.ts does the same to the words that are searched for.
-- In the database because the trigger that fills customer_search needs it.
CREATE OR REPLACE FUNCTION fold_for_search(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT btrim(regexp_replace(lower(
    replace(replace(replace(replace(replace(translate(
      regexp_replace(normalize(translate(coalesce(p_text, ''), E'''\u2018\u2019\u02bc`\u00b4', ''), NFKD),
      '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'),
      'œ', 'oe')
  ), '[^a-z0-9]+', ' ', 'g'))
$$;

REVOKE ALL ON FUNCTION fold_for_search(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer,
    cashback_eraser;
GRANT EXECUTE ON FUNCTION fold_for_search(text) TO cashback_app, cashback_confirmer, cashback_eraser;
