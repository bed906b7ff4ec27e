import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * The state of a process about to end. Balancers see /readyz at 503, every answer asks for a new connection,
 * and event streams end. Browsers then reconnect to other processes.
 */
export interface Drain {
  isDraining(): boolean;
  begin(): void;
  /** Registers an event stream that has begun. */
  keep(stream: ServerResponse): void;
  streams(): number;
  endStreams(): void;
}

/** Milliseconds until browsers reconnect, spread so that thousands do not come at once. */
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
 * Ends the stream without tRPC's own last event, which would tell the browser that it is complete: the
 * browser sees a lost connection and reconnects.
 */
function endStream(stream: ServerResponse): void {
  const { socket } = stream;
  // Data written between here and the end of the connection is lost, as it would be after it.
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
