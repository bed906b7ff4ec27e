-- Called by sweep_traces and mentions: all that may be a phone or an e-mail in the text. Phones are runs of
-- 10 and of 11 digits whatever stands between them, with or without the country's code; e-mails are in lower
-- case, and an apostrophe is read both as a part of them and as a quotation mark. Listed and not searched
-- for, so that a text is read once however many contacts are sought.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION contacts_in(p_text text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT substr(t.digits, n, l.length)
  FROM (SELECT regexp_replace(p_text, '[^0-9]', '', 'g') AS digits) t
  CROSS JOIN (VALUES (10), (11)) AS l (length)
  CROSS JOIN LATERAL generate_series(1, char_length(t.digits) - l.length + 1) AS n
  UNION ALL
  SELECT trim(word, '.') FROM regexp_split_to_table(lower(p_text), '[^[:alnum:]._%+@-]+') AS word
  WHERE position('@' IN word) > 0
  UNION ALL
  SELECT trim(word, '.''') FROM regexp_split_to_table(lower(p_text), '[^[:alnum:]._%+@''-]+') AS word
  WHERE position('@' IN word) > 0 AND position('''' IN word) > 0
$$;

REVOKE ALL ON FUNCTION contacts_in(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION contacts_in(text) TO cashback_eraser;
