// npm run ops -- password:link <e-mail>: prints a link to a new password, good for an hour, for an employee
// who forgot theirs where no mail is sent, usually the only owner. Find out first who asks. The merchant's
// audit log has it, and the employee is told at the next login.
import { makePasswordLink } from 'api/commands/make-password-link';
import { readEnvironment } from 'api/env';
import { withDatabase } from './lib/with-database.ts';

await withDatabase(['DATABASE_OWNER_URL', 'DATABASE_URL'], async (databaseUrl, env) => {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length > 0) throw new Error('Give the e-mail of one login.');
  const { appOrigin, tokenSecrets } = readEnvironment({ ...env, DATABASE_URL: databaseUrl });
  const lookupUrl = env.DATABASE_OWNER_URL || env.DATABASE_LOOKUP_URL;
  const link = await makePasswordLink(databaseUrl, email, { appOrigin, tokenSecrets, lookupUrl });
  if (link === undefined) throw new Error(`Nobody signs in with the e-mail ${email}.`);
  console.log(link);
});
