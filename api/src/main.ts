import { pathToFileURL } from 'node:url';
import { createApp } from './app.ts';
import { readEnvironment } from './env.ts';
import { startTlsAsk, type TlsAsk } from './http/tls-ask.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { createServer } from './server.ts';

/** Longest wait for requests under way when the process is told to stop. */
const DRAIN_MS = 5_000;

export interface RunningServer {
  url: string;
  /** Where the TLS front asks about hosts, if it was told to. */
  tlsAskUrl: string | undefined;
  close(): Promise<void>;
}

/** Starts one API process on the environment given. Throws with a readable message when that is not usable. */
export async function startServer(source: NodeJS.ProcessEnv): Promise<RunningServer> {
  const env = readEnvironment(source);
  const { app, isReady, tenancyOver, close } = await createApp(env);
  let tlsAsk: TlsAsk | undefined;
  try {
    tlsAsk = env.tlsAsk && (await startTlsAsk(app.hosts, env.tlsAsk));
    const server = await createServer(app, isReady);
    const url = await server.listen({ port: env.port, host: env.host });
    const jobs = env.jobs === 'on' ? startJobs(app, tenancyOver) : undefined;
    return {
      url,
      tlsAskUrl: tlsAsk?.url,
      async close() {
        const drained = Promise.all([server.close(), tlsAsk?.close(), jobs?.stop()]);
        // Open event streams would hold the server for ever.
        const cut = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS);
        await drained;
        clearTimeout(cut);
        await close();
      },
    };
  } catch (error) {
    await tlsAsk?.close();
    await close();
    throw error;
  }
}

async function runAsProcess(): Promise<void> {
  const running = await startServer(process.env);
  const stop = () => void running.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  runAsProcess().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
