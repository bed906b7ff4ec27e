import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** The deliveries that a merchant's receiver got. */
interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

interface WebhookReceiver {
  url: string;
  received: Received[];
  /** The status of every answer from now on. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

/** An address that the product may call although it is this machine; see playwright.config.ts. */
const PORT = Number(process.env.JOURNEYS_WEBHOOK_PORT);

/** A merchant's own system, that takes webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let status = 204;
  // Deliveries of an earlier journey's merchant have another address.
  const path = `/webhooks/${randomUUID()}`;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (request.url?.startsWith(path)) received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(PORT, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${PORT}${path}`,
    received,
    answerWith: (answer) => {
      status = answer;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * How many of the signatures are made with this secret: Standard Webhooks, worked out without its library.
 */
export function signaturesBy(secret: string, { headers, body }: Received): number {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => {
      const [version, value = ''] = signature.split(',');
      const actual = Buffer.from(value, 'base64');
      return version === 'v1' && actual.length === expected.length && timingSafeEqual(actual, expected);
    }).length;
}
