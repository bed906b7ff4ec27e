import { type DnsFake, startDnsFake } from 'testing/dns-fake';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDns, type Dns } from '../lib/dns.ts';
import { assertReceiver } from './assert-receiver.ts';

const PUBLIC = '93.184.215.14';

let server: DnsFake;
let dns: Dns;

beforeAll(async () => {
  server = await startDnsFake();
  dns = createDns([server.address]);
});

beforeEach(() => {
  server.write('erp.loja.example', { address: PUBLIC });
});

afterAll(() => server.close());

const check = (url: string, webhookExceptions: string[] = []) =>
  assertReceiver({ dns, env: { webhookExceptions } }, url);

test.each([
  'https://erp.loja.example/eventos',
  'https://erp.loja.example:8443/eventos',
  'https://erp.loja.example:1024/',
  `https://${PUBLIC}/eventos`,
  'https://[2606:4700:4700::1111]/eventos',
])('%s may be saved', async (url) => {
  await expect(check(url)).resolves.toBeUndefined();
});

test.each([
  ['http://erp.loja.example/', 'webhook_url_not_https'],
  ['https://erp.loja.example:0/', 'webhook_url_port'],
  ['https://erp.loja.example:22/', 'webhook_url_port'],
  ['https://erp.loja.example:25/', 'webhook_url_port'],
  ['https://erp.loja.example:80/', 'webhook_url_port'],
  ['https://erp.loja.example:1023/', 'webhook_url_port'],
  ['https://ninguem.loja.example/', 'webhook_url_unknown'],
  ['https://127.0.0.1/', 'webhook_url_private'],
  ['https://2130706433/', 'webhook_url_private'],
  ['https://0x7f000001/', 'webhook_url_private'],
  ['https://0177.0.0.1/', 'webhook_url_private'],
  ['https://127.1/', 'webhook_url_private'],
  ['https://0/', 'webhook_url_private'],
  ['https://10.1.2.3/', 'webhook_url_private'],
  ['https://172.20.0.1/', 'webhook_url_private'],
  ['https://192.168.1.1/', 'webhook_url_private'],
  ['https://169.254.169.254/latest/meta-data/', 'webhook_url_private'],
  ['https://100.64.0.1/', 'webhook_url_private'],
  ['https://224.0.0.1/', 'webhook_url_private'],
  ['https://[::1]/', 'webhook_url_private'],
  ['https://[::]/', 'webhook_url_private'],
  ['https://[fc00::1]/', 'webhook_url_private'],
  ['https://[fe80::1]/', 'webhook_url_private'],
  ['https://[::ffff:127.0.0.1]/', 'webhook_url_private'],
  ['https://[::ffff:a9fe:a9fe]/', 'webhook_url_private'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'webhook_url_private'],
  ['https://localhost/', 'webhook_url_private'],
  ['https://LOCALHOST./', 'webhook_url_private'],
  ['https://db.localhost:8443/', 'webhook_url_private'],
])('%s is refused when it is saved: %s', async (url, code) => {
  await expect(check(url)).rejects.toMatchObject({ code });
});

test.each([
  ['an IPv4 address', { address: '10.0.0.7' }],
  ['an IPv6 address', { address6: 'fd00::7' }],
  ['a public address and a private one', { address: PUBLIC, address6: '::1' }],
  ['another name that is private', { cname: ['interno.loja.example'], address: '192.168.0.7' }],
])('a name that leads to %s inside is refused when it is saved', async (_what, entry) => {
  server.write('erp.loja.example', entry);
  await expect(check('https://erp.loja.example/')).rejects.toMatchObject({ code: 'webhook_url_private' });
});

test('a DNS that fails refuses no address, and is not waited for beyond the answer’s time', async () => {
  for (const failure of ['servfail', 'silence'] as const) {
    server.write(`${failure}.loja.example`, { failure });
    await expect(check(`https://${failure}.loja.example/`)).resolves.toBeUndefined();
  }
});

test('an exception is one origin, to the port', async () => {
  const exceptions = ['http://10.0.0.5:4000'];
  await expect(check('http://10.0.0.5:4000/eventos', exceptions)).resolves.toBeUndefined();
  await expect(check('http://10.0.0.5:4001/', exceptions)).rejects.toMatchObject({
    code: 'webhook_url_not_https',
  });
  await expect(check('https://10.0.0.5:4000/', exceptions)).rejects.toMatchObject({
    code: 'webhook_url_private',
  });
});
