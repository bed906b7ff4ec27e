import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant's own program that receives webhooks. It keeps the calls and answers as the test says. */
export interface WebhookReceiver {
  /** Value for WEBHOOK_EXCEPTIONS. */
  origin: string;
  received: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[];
  /** The answer to the next calls; 'hang' gives none. */
  answer(how: number | 'hang' | ((response: ServerResponse) => void)): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: WebhookReceiver['received'] = [];
  let how: Parameters<WebhookReceiver['answer']>[0] = 204;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    if (typeof how === 'function') how(response);
    else if (how !== 'hang') response.writeHead(how).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(next) {
      how = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
