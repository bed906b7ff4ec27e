import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The step of a call at which the network goes: before the product hears of it, with half of it said, or once
 * it has answered.
 */
export type Cut = 'before' | 'during' | 'after';
export const CUTS: readonly Cut[] = ['before', 'during', 'after'];

/** The product behind a network that can be cut. */
export interface CuttingFront {
  origin: string;
  /** Asked at each call that matches; undefined lets it through. Others pass while it is not `away`. */
  cut: (paths: RegExp, decide: () => Cut | undefined) => void;
  /** From now on every connection is cut at once. */
  goAway: () => void;
  comeBack: () => void;
  /** How often each step was cut. */
  done: Record<Cut, number>;
  close: () => Promise<void>;
}

export async function startCuttingFront(): Promise<CuttingFront> {
  let rule: { paths: RegExp; decide: () => Cut | undefined } | undefined;
  let isAway = false;
  const done: Record<Cut, number> = { before: 0, during: 0, after: 0 };

  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://front').pathname;
    const cut = isAway ? 'before' : rule?.paths.test(path) ? rule.decide() : undefined;
    if (cut) done[cut] += 1;
    if (cut === 'before') return void incoming.socket.destroy();
    passOn(incoming, outgoing, cut);
  });
  server.on('connection', (socket) => isAway && socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: (paths, decide) => {
      rule = { paths, decide };
    },
    goAway: () => {
      isAway = true;
      server.closeAllConnections();
    },
    comeBack: () => {
      isAway = false;
    },
    done,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, cut: Cut | undefined): void {
  const port = process.env.JOURNEYS_PORT;
  const headers = { ...incoming.headers, host: `localhost:${port}` };
  const { method, url: path } = incoming;
  // A connection of its own: a kept one may be closed as it is used again, which is no cut of ours.
  const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  const endBoth = () => {
    incoming.socket.destroy();
    asked.destroy();
  };
  asked.once('error', () => incoming.socket.destroy());
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) asked.destroy();
  });
  asked.once('response', (answer) => {
    // The product has answered, so it has committed.
    if (cut) return endBoth();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  if (cut !== 'during') return void incoming.pipe(asked);
  incoming.once('data', (chunk: Buffer) => {
    asked.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), endBoth);
  });
}
