import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { findFreePort } from 'processes/server-process';

/** Runs deploy/Caddyfile with Caddy's internal authority in place of a public one, for tests. */

const CADDYFILE = join(import.meta.dirname, '../../../deploy/Caddyfile');
export const APP = 'painel.example.com';
export const PLATFORM = 'clube.example.net';

const START_LIMIT_MS = 30_000;

export interface Front {
  httpsPort: number;
  httpPort: number;
  /** The certificate that its own are signed with. */
  authority: string;
  stop(): Promise<void>;
}

interface Caddy {
  /** True once it serves. Throws with its output when it has ended. */
  isUp(): boolean;
  output(): string;
  stop(): Promise<void>;
}

function startCaddy(env: Record<string, string>): Caddy {
  const child: ChildProcess = spawn(
    process.env.CADDY_PATH ?? 'caddy',
    ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'],
    { stdio: ['ignore', 'ignore', 'pipe'], env },
  );
  let output = '';
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return {
    isUp() {
      if (failure || child.exitCode !== null) throw new Error(`Caddy did not start: ${failure ?? output}`);
      return output.includes('serving initial configuration');
    },
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.pid === undefined) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * Starts Caddy in front of `upstream`, 'host:port', asking `askUrl` about names. `more` holds further
 * settings of the Caddyfile.
 */
export async function startFront(
  upstream: string,
  askUrl: string,
  more: Record<string, string> = {},
): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'cashback-front-'));
  const [httpsPort, httpPort] = [await findFreePort(), await findFreePort()];
  const caddy = startCaddy({
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    APP_HOST: APP,
    PLATFORM_HOST: PLATFORM,
    ACME_EMAIL: 'nobody@example.com',
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    API: upstream,
    TLS_ASK_URL: askUrl,
    CADDY_ADMIN: 'off',
    CADDY_EXTRA: 'local_certs\nskip_install_trust',
    ...more,
  });
  const stop = async () => {
    await caddy.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const root = join(folder, 'caddy/pki/authorities/local/root.crt');
  try {
    await waitUntil(caddy, () => caddy.isUp() && existsSync(root));
    const authority = readFileSync(root, 'utf8');
    // The platform's own certificates are made once it serves.
    for (const name of [APP, PLATFORM])
      await waitUntil(caddy, () => hasCertificate({ httpsPort, authority }, name));
    return { httpsPort, httpPort, authority, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntil(caddy: Caddy, isReady: () => boolean | Promise<boolean>): Promise<void> {
  const until = Date.now() + START_LIMIT_MS;
  while (!(await isReady())) {
    if (Date.now() > until) throw new Error(`Caddy does not get ready: ${caddy.output()}`);
    await pause(50);
  }
}

function hasCertificate(
  { httpsPort, authority }: Pick<Front, 'httpsPort' | 'authority'>,
  name: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: httpsPort, servername: name, ca: authority });
    const answer = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('secureConnect', () => answer(true)).once('error', () => answer(false));
  });
}
