-- Which roles may use which schema. cashback_lookup may create in lookup: it owns the functions there.
REVOKE ALL ON SCHEMA public, lookup, operations
  FROM cashback_app, cashback_worker, cashback_lookup_caller, cashback_lookup, cashback_confirmer,
    cashback_retention, cashback_eraser;
GRANT USAGE ON SCHEMA public
  TO cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention,
    cashback_eraser;
GRANT USAGE ON SCHEMA lookup TO cashback_app, cashback_worker, cashback_lookup_caller;
GRANT USAGE, CREATE ON SCHEMA lookup TO cashback_lookup;
GRANT USAGE ON SCHEMA operations TO cashback_app, cashback_worker, cashback_confirmer, cashback_retention;
