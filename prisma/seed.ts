import pg from 'pg';
import { DEMO, type DemoLogin } from './demo/login.ts';

/**
 * The demo's history happens in the past, which the database lets only the owner say; see the role
 * cashback_test_clock. A superuser, as the bundled server's owner is, needs no grant.
 */
async function letOwnerSetTheClock(owner: pg.Client): Promise<void> {
  await owner.query(`DO $$ BEGIN
    IF NOT pg_has_role('cashback_test_clock', 'MEMBER') OR NOT pg_has_role('cashback_app', 'MEMBER') THEN
      GRANT cashback_test_clock, cashback_app TO CURRENT_USER;
    END IF; END $$`);
}

/** The login of a demo that is complete: dismissing its first steps is the last thing that making it does. */
async function findDemo(owner: pg.Client): Promise<DemoLogin | undefined> {
  await owner.query('BEGIN');
  await owner.query(
    `SELECT set_config('app.merchant_id', merchant_id::text, true) FROM lookup.login_by_email($1)`,
    [DEMO.email],
  );
  const { rows } = await owner.query<{ slug: string }>(
    `SELECT signup_link_slug AS slug FROM merchants
     WHERE id = nullif(current_setting('app.merchant_id', true), '')::uuid AND setup_dismissed_at IS NOT NULL`,
  );
  await owner.query('COMMIT');
  return rows[0] && { ...DEMO, slug: rows[0].slug };
}

/** Makes the demo merchant with an owner and fourteen months of history, once; returns how to log in. */
export async function seedDemo(source: NodeJS.ProcessEnv): Promise<DemoLogin> {
  const { DATABASE_OWNER_URL: ownerUrl } = source;
  if (!ownerUrl)
    throw new Error('The demo merchant needs DATABASE_OWNER_URL: only the owner may date its history.');
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await letOwnerSetTheClock(owner);
    const made = await findDemo(owner);
    if (made) return made;
    // Making it takes the whole API, which a start that finds it made does not wait for.
    const { makeDemo } = await import('./demo/make-demo.ts');
    return await makeDemo(owner, { ...source, DATABASE_URL: ownerUrl });
  } finally {
    await owner.end();
  }
}
