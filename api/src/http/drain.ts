import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Before a process ends. Whoever balances sees /readyz at 503, every answer asks for a new connection, which
 * leads to another process, and event streams end so that browsers open them anew, there.
 */
export interface Drain {
  isDraining(): boolean;
  begin(): void;
  /** An event stream that has begun. */
  keep(stream: ServerResponse): void;
  streams(): number;
  endStreams(): void;
}

/** Milliseconds in which browsers come back, spread so that thousands do not come at once. */
const RETRY_MS = { least: 100, spread: 900 };

export function createDrain(): Drain {
  const streams = new Set<ServerResponse>();
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    begin() {
      isDraining = true;
    },
    keep(stream) {
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
    },
    streams: () => streams.size,
    endStreams() {
      for (const stream of streams) endStream(stream);
    },
  };
}

/**
 * Ended without tRPC's own last event, which would tell the browser that there is nothing more to come: what
 * it sees is a connection that was lost, and it asks again.
 */
function endStream(stream: ServerResponse): void {
  const { socket } = stream;
  // What is written between here and the end of the connection is lost, as it would be after it.
  stream.on('error', () => undefined);
  stream.write(`retry: ${Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread)}\n\n`);
  stream.end(() => socket?.destroySoon());
}

export function registerDrain(server: FastifyInstance, drain: Drain): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (drain.isDraining()) reply.header('connection', 'close');
    done();
  });
}
