import { rmSync, writeFileSync } from 'node:fs';
import { addressesOf, allowLogins, ensureDatabase, migrate } from 'database/migrate';
import { startScratchServer } from 'database/scratch-server';
import { startMailServer } from './mail-server.ts';
import { startBundle } from './start-bundle.ts';

// The assembled product for the journeys: the built API and front ends on a fresh, empty database.

const DATABASE = 'journeys';
const server = await startScratchServer();
const ownerUrl = server.ownerUrl(DATABASE);
await ensureDatabase(ownerUrl);
await migrate(ownerUrl);
await allowLogins(ownerUrl, server.appPassword);

/** The environment for another process of the same product. */
const shared = {
  NODE_ENV: 'test',
  ...addressesOf(server.appUrl(DATABASE)),
  TOKEN_SECRET: server.tokenSecret,
  KEY_ENCRYPTION_KEY: server.keyEncryptionKey,
  // Each journey comes from an address of its own, so that the limits of one are not spent by another.
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'warn',
  SUPPORT_CONTACT: 'ajuda@volta.example',
};
const environment = { ...process.env, ...shared };
const mails = await startMailServer();
// One has a mail server and works off the jobs of both, the other has none.
const running = [
  await startBundle({ ...environment, JOBS: 'off' }),
  await startBundle({
    ...environment,
    PORT: process.env.JOURNEYS_MAIL_PORT ?? '0',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Volta <avisos@volta.example>',
  }),
];
if (process.env.JOURNEYS_STATE)
  writeFileSync(process.env.JOURNEYS_STATE, JSON.stringify({ ownerUrl, environment: shared }));

const stop = async () => {
  await Promise.all(running.map((each) => each.close()));
  await mails.close();
  await server.discard();
  if (process.env.JOURNEYS_STATE) rmSync(process.env.JOURNEYS_STATE, { force: true });
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
