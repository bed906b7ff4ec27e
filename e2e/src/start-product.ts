import { rmSync, writeFileSync } from 'node:fs';
import { allowAppLogin, ensureDatabase, migrate } from '../../scripts/lib/migrate.ts';
import { startScratchServer } from '../../scripts/lib/scratch-server.ts';

// The assembled product for the journeys: the built API and front ends on a fresh, empty database.

const DATABASE = 'journeys';
const server = await startScratchServer();
const ownerUrl = server.ownerUrl(DATABASE);
await ensureDatabase(ownerUrl);
await migrate(ownerUrl);
await allowAppLogin(ownerUrl, server.appPassword);

// The bundle that ships, not the sources.
const bundle = '../../api/dist/main.js';
const { startServer } = (await import(bundle)) as {
  startServer: (source: NodeJS.ProcessEnv) => Promise<{ close(): Promise<void> }>;
};
const running = await startServer({
  ...process.env,
  NODE_ENV: 'test',
  DATABASE_URL: server.appUrl(DATABASE),
  TOKEN_SECRET: server.tokenSecret,
  // Each journey comes from an address of its own, so that the limits of one are not spent by another.
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'warn',
});
if (process.env.JOURNEYS_STATE) writeFileSync(process.env.JOURNEYS_STATE, JSON.stringify({ ownerUrl }));

const stop = async () => {
  await running.close();
  await server.discard();
  if (process.env.JOURNEYS_STATE) rmSync(process.env.JOURNEYS_STATE, { force: true });
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
