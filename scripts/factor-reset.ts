// npm run ops -- factor:reset <e-mail>: for an employee, usually the only owner, who lost the authenticator
// app and the recovery codes. Find out first who asks, and not by the account's e-mail alone.
//   <e-mail>            asks: every address on record is mailed; run again a day later, it is done
//   <e-mail> --cancel   takes the request back
import { parseArgs } from 'node:util';
import { resetFactorByPlatform } from 'api/commands/reset-factor';
import { withDatabase } from './lib/with-database.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cancel: { type: 'boolean' } },
});

async function run(databaseUrl: string, env: NodeJS.ProcessEnv): Promise<void> {
  const [email, ...rest] = positionals;
  if (!email || rest.length > 0) throw new Error('Give the e-mail of one login.');
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_LOOKUP_URL: lookupUrl } = env;
  const outcome = await resetFactorByPlatform(databaseUrl, email, {
    isCancel: values.cancel === true,
    lookupUrl: ownerUrl || lookupUrl,
  });
  switch (outcome.step) {
    case 'asked':
      console.log(
        `Asked. Mailed to ${outcome.addresses.join(', ')}, where a mail server is configured. ` +
          `Run this again after ${outcome.dueAt.toISOString()}.`,
      );
      break;
    case 'waits':
      throw new Error(`Not before ${outcome.dueAt.toISOString()}.`);
    case 'done':
      console.log('Done: the password alone signs in now.');
      break;
    case 'canceled':
      console.log('Taken back.');
      break;
    default:
      throw new Error(
        values.cancel
          ? 'Nothing was asked for this e-mail.'
          : `No login with the e-mail ${email} asks for a second step.`,
      );
  }
}

await withDatabase(['DATABASE_OWNER_URL', 'DATABASE_URL'], run);
