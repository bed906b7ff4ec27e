import pg from 'pg';

// BIGINT arrives as a number, as it does in the API (api/src/lib/database.ts).
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`BIGINT out of range: ${text}`);
  return value;
});
