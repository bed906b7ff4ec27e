import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMailchimpFake } from 'testing/providers/mailchimp';
import { startRdStationFake } from 'testing/providers/rd-station';

/** Behaviors of all receivers of a merchant's events at once; undefined: the right one. */
export const MODES = [
  undefined,
  'refuse',
  'hang',
  'error500',
  'busy429',
  'forbidden403',
  'html200',
  'cut',
] as const;
export type Mode = (typeof MODES)[number];

/** Both providers and a system that takes webhooks. */
export interface Receivers {
  /** Environment that names the receivers to the product. */
  environment: Record<string, string>;
  webhookUrl: string;
  misbehave(mode: Mode): void;
  stop(): Promise<void>;
}

const HTML = '<!doctype html><title>Just a moment</title>';
const STATUSES = { error500: 500, busy429: 429, forbidden403: 403, html200: 200 };

function answer(response: ServerResponse, mode: Mode): void {
  if (mode === 'hang') return;
  if (mode === 'refuse') response.destroy();
  else if (mode === undefined) response.writeHead(204).end();
  else if (mode === 'cut') {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('{', () => response.destroy());
  } else response.writeHead(STATUSES[mode], { 'content-type': 'text/html' }).end(HTML);
}

async function startWebhookFake() {
  let mood: Mode;
  const server = createServer((request, response) => {
    request.resume().once('end', () => answer(response, mood));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: (mode: Mode) => {
      mood = mode;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function startReceivers(): Promise<Receivers> {
  const [mailchimp, rdStation, webhook] = await Promise.all([
    startMailchimpFake(),
    startRdStationFake(),
    startWebhookFake(),
  ]);
  const all = [mailchimp, rdStation, webhook];
  return {
    environment: {
      MAILCHIMP_API: mailchimp.url,
      RD_STATION_API: rdStation.url,
      WEBHOOK_EXCEPTIONS: webhook.origin,
    },
    webhookUrl: `${webhook.origin}/webhooks`,
    misbehave(mode) {
      for (const receiver of all) receiver.misbehave(mode);
    },
    async stop() {
      await Promise.all(all.map((receiver) => receiver.stop()));
    },
  };
}
