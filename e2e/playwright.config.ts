import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Ten ports of this run's own, below the system's ephemeral range. Set once in the runner and inherited by
// its workers, which read this file again.
process.env.JOURNEYS_PORT ??= String(20_000 + (process.pid % 1_200) * 10);
/** The port of the fake DNS. */
process.env.JOURNEYS_DNS_PORT ??= String(Number(process.env.JOURNEYS_PORT) + 1);
/** The same product with a mail server; the other has none and shows its one-time links. */
process.env.JOURNEYS_MAIL_PORT ??= String(Number(process.env.JOURNEYS_PORT) + 2);
/** The port of a merchant's own system; the product may call it though it is this machine. */
process.env.JOURNEYS_WEBHOOK_PORT ??= String(Number(process.env.JOURNEYS_PORT) + 3);
/** The ports of the fakes of e-mail marketing providers. */
process.env.JOURNEYS_MAILCHIMP_PORT ??= String(Number(process.env.JOURNEYS_PORT) + 4);
process.env.JOURNEYS_RD_STATION_PORT ??= String(Number(process.env.JOURNEYS_PORT) + 5);
process.env.JOURNEYS_STATE ??= join(tmpdir(), `cashback-journeys-${process.pid}.json`);

const origin = `http://localhost:${process.env.JOURNEYS_PORT}`;

export default defineConfig({
  testDir: 'journeys',
  // As with vitest: those that take minutes run with `npm run test:long` only.
  testIgnore: process.env.TEST_LONG ? [] : ['**/*.long.spec.ts'],
  outputDir: 'test-results',
  fullyParallel: false,
  // On two cores a third fills the time in which the others wait for a page.
  workers: 3,
  retries: 0,
  // Time limits only end journeys that hang: none passes or fails by them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: origin,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Drawing motion costs as much as the product's own work. MOTION in merchant.ts has it for the journeys
    // that need it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // Pages live for seconds: compiling and collecting for the long run costs more than it gains.
        '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16,--max-semi-space-size=32',
        // Merchants' own domains, as if their DNS led here.
        '--host-resolver-rules=MAP *.merchant.test 127.0.0.1',
      ],
    },
  },
  webServer: {
    command: 'node --import tsx src/start-product.ts',
    cwd: import.meta.dirname,
    url: `${origin}/readyz`,
    env: {
      PORT: process.env.JOURNEYS_PORT,
      JOURNEYS_MAIL_PORT: process.env.JOURNEYS_MAIL_PORT,
      JOURNEYS_STATE: process.env.JOURNEYS_STATE,
      WEBHOOK_EXCEPTIONS: `http://127.0.0.1:${process.env.JOURNEYS_WEBHOOK_PORT}`,
      MAILCHIMP_API: `http://127.0.0.1:${process.env.JOURNEYS_MAILCHIMP_PORT}/{server}/3.0`,
      RD_STATION_API: `http://127.0.0.1:${process.env.JOURNEYS_RD_STATION_PORT}/platform`,
      DNS_SERVERS: `127.0.0.1:${process.env.JOURNEYS_DNS_PORT}`,
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
