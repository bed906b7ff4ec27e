import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy before the API that carries requests in full and, on demand, cuts the line as soon as the answer
 * comes.
 */
export interface ReplySwallower {
  url: string;
  /** The next answer never reaches the client; its connection is cut instead. */
  swallowNext(): void;
  close(): Promise<void>;
}

export async function startReplySwallower(apiUrl: string): Promise<ReplySwallower> {
  const target = new URL(apiUrl);
  const sockets = new Set<Socket>();
  let swallowing = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream);
    upstream.on('data', (chunk) => {
      if (!swallowing) return void client.write(chunk);
      // The API has answered, so it has committed.
      swallowing = false;
      client.destroy();
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    swallowNext() {
      swallowing = true;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
