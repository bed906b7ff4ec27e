import { createHash } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file that comes up to the first `before`, and from there once `until` has come true. */
export interface Pause {
  before: string;
  until: Promise<unknown>;
}

/**
 * 'missing' answers 404, 'page' a page in the place of the file, 'silent' never. A function changes what the
 * product sends, which the browser keeps as it would keep the original.
 */
export type Breakage = 'missing' | 'page' | 'silent' | Pause | ((content: string) => string);

/**
 * The product as seen through a front that breaks some of its files. Unlike intercepted requests these meet
 * the browser's caches.
 */
export interface BreakingFront {
  origin: string;
  /** From now on; `paths` is matched with each address's path. */
  breakFiles: (paths: RegExp, breakage: Breakage) => void;
  mend: () => void;
  /** The path of each file that was asked for, in their order, other than by HEAD. */
  asked: readonly string[];
  close: () => Promise<void>;
}

export async function startBreakingFront(): Promise<BreakingFront> {
  let broken: { paths: RegExp; breakage: Breakage }[] = [];
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://front').pathname;
    if (incoming.method !== 'HEAD') asked.push(path);
    const breakage = broken.find(({ paths }) => paths.test(path))?.breakage;
    if (breakage === 'silent') return;
    if (breakage === 'missing')
      outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Não encontrado');
    else if (breakage === 'page') outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>Ops</p>');
    else passOn(incoming, outgoing, breakage);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    breakFiles: (paths, breakage) => {
      broken = [{ paths, breakage }, ...broken];
    },
    mend: () => {
      broken = [];
    },
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  breakage?: Pause | ((content: string) => string),
): void {
  const headers: OutgoingHttpHeaders = {
    ...incoming.headers,
    host: `localhost:${process.env.JOURNEYS_PORT}`,
    ...(breakage && {
      'accept-encoding': 'identity',
      'if-none-match': undefined,
      'if-modified-since': undefined,
    }),
  };
  for (const name of Object.keys(headers)) if (headers[name] === undefined) delete headers[name];
  const port = process.env.JOURNEYS_PORT;
  const asked = request({ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers });
  asked.once('error', () => outgoing.destroy());
  asked.once('response', async (answer) => {
    if (!breakage) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      return;
    }
    const original = Buffer.concat(await answer.toArray()).toString();
    const { 'content-length': _length, etag: _etag, 'last-modified': _date, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, kept);
    if (typeof breakage === 'function') {
      outgoing.end(breakage(original));
      return;
    }
    const half = original.indexOf(breakage.before);
    if (half < 0) throw new Error(`${incoming.url} has no ${breakage.before}`);
    outgoing.write(original.slice(0, half));
    await breakage.until;
    outgoing.end(original.slice(half));
  });
  incoming.pipe(asked);
}

/** The directory, with another integrity for a remote's entry: that of `script`. */
export function directoryFor(name: string, script: string): Breakage {
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  return (content) => {
    const { remotes } = JSON.parse(content) as { remotes: Record<string, object> };
    return JSON.stringify({ remotes: { ...remotes, [name]: { ...remotes[name], integrity } } });
  };
}

/** A remote's entry as a bundler would make it, whose `./app` is what `body` returns, given React. */
export function remoteOf(name: string, body: string): string {
  return `var ${name} = {
    async init(shared) {
      const [version] = Object.values(shared.react);
      this.React = (await version.get())();
    },
    async get() {
      const React = this.React;
      return () => ({ default: (() => { ${body} })() });
    },
  };`;
}
