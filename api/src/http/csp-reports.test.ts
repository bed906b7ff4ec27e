import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { env: { METRICS_PORT: '0' } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => server?.close());

const PAGE = 'https://clube.example.net/customer/dashboard/11987654321?loja=padaria';
const SAMPLE = 'alert("secret of Maria")';

/** In the format that Chromium sends. */
const reported = (directive: string, blocked: string) => ({
  'csp-report': {
    'document-uri': PAGE,
    referrer: PAGE,
    'violated-directive': directive,
    'effective-directive': directive,
    'original-policy': "default-src 'self'",
    disposition: 'enforce',
    'blocked-uri': blocked,
    'source-file': PAGE,
    'status-code': 200,
    'script-sample': SAMPLE,
  },
});

let ip = '';
beforeEach(() => {
  ip = freshIp();
});
const send = (body: unknown, type = 'application/csp-report') =>
  server.ask('/csp-reports', {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': type, 'x-forwarded-for': ip },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const counted = async (directive: string) => {
  const text = (await server.app.metrics?.read()) ?? '';
  return Number(
    new RegExp(`^cashback_csp_reports_total\\{directive="${directive}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
  );
};

test('every page names the address for reports', async () => {
  const { headers } = await server.ask('/login', { headers: { host: 'localhost' } });
  expect(String(headers['content-security-policy']).split('; ')).toContain('report-uri /csp-reports');
});

test('reports are counted by directive, also in older browsers’ names', async () => {
  const before = [await counted('script-src-elem'), await counted('img-src')];
  expect((await send(reported('script-src-elem', 'https://evil.example/x.js'))).status).toBe(204);
  expect((await send(reported('img-src', 'http://pixel.example/1.gif'))).status).toBe(204);
  expect((await send(reported("img-src 'self' data:", 'http://pixel.example/1.gif'))).status).toBe(204);
  expect([await counted('script-src-elem'), await counted('img-src')]).toEqual([
    (before[0] ?? 0) + 1,
    (before[1] ?? 0) + 2,
  ]);
});

test('an invented directive becomes no label: it counts as other', async () => {
  const before = await counted('other');
  for (const directive of ['11987654321', 'script-src"} 1', '']) await send(reported(directive, 'x'));
  expect(await counted('other')).toBe(before + 3);
  expect(await server.app.metrics?.read()).not.toContain('11987654321');
});

test('the log has one line a minute, with a directive and an origin and nothing else', async () => {
  const warn = vi.spyOn(server.app.log, 'warn');
  vi.useFakeTimers({ toFake: ['performance'] });
  // Past the minute of whatever was logged by the real clock.
  vi.advanceTimersByTime(365 * 86_400_000);
  await send(reported('script-src-elem', 'https://evil.example/11987654321?token=CASHBACK_x'));
  for (let n = 0; n < 20; n += 1) await send(reported('script-src-elem', 'inline'));
  vi.advanceTimersByTime(60_000);
  await send(reported('connect-src', `data:${SAMPLE}`));
  const lines = warn.mock.calls.map(([fields]) => fields);
  expect(lines).toEqual([
    { directive: 'script-src-elem', blocked: 'https://evil.example', reports: expect.any(Number) },
    { directive: 'connect-src', blocked: 'other', reports: 21 },
  ]);
});

test.each([
  ['a body above 8 kB', JSON.stringify(reported('img-src', 'x'.repeat(8_192))), undefined, 413],
  ['no JSON', '{', undefined, 400],
  ['something else', '{"a":1}', undefined, 400],
  ['nothing', '', undefined, 400],
  ['another type', '[]', 'text/plain', 415],
  ['JSON', '[]', 'application/json', 415],
])('%s is refused', async (_, body, type, status) => {
  expect((await send(body, type)).status).toBe(status);
});

test('a network may send 60 a minute', async () => {
  const answers = [];
  for (let n = 0; n < 61; n += 1) answers.push((await send(reported('img-src', 'x'))).status);
  expect(answers).toEqual([...Array.from({ length: 60 }, () => 204), 429]);
  ip = freshIp();
  expect((await send(reported('img-src', 'x'))).status).toBe(204);
});
