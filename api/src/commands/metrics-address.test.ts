import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MetricsAddress, startMetricsAddress } from './metrics-address.ts';

/** One process answers with its metrics, the other does not answer. */
const cluster = {
  names: () => ['api-1', 'worker'],
  metricsOf: async (name: string) => (name === 'api-1' ? 'up 1\n' : undefined),
};
let address: MetricsAddress;

beforeAll(async () => {
  address = await startMetricsAddress(cluster, { port: 0, host: '127.0.0.1' });
});

afterAll(() => address.close());

async function ask(path: string, options: RequestInit = {}): Promise<[number, string]> {
  const answer = await fetch(`${address.url}${path}`, options);
  return [answer.status, await answer.text()];
}

test('each process has an address for its metrics, and the first page says which there are', async () => {
  expect(await ask('/')).toEqual([200, '/metrics/api-1\n/metrics/worker\n']);
  expect(await ask('/metrics/api-1')).toEqual([200, 'up 1\n']);
});

test('a process that does not answer differs from an unknown one', async () => {
  expect(await ask('/metrics/worker')).toEqual([503, '']);
  expect(await ask('/metrics/api-2')).toEqual([404, '']);
  expect(await ask('/metrics/')).toEqual([404, '']);
  expect(await ask('/metrics/api-1', { method: 'POST' })).toEqual([405, '']);
});

test.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'])(
  'a request that came through a proxy, as %s shows, is refused',
  async (name) => {
    for (const path of ['/', '/metrics/api-1'])
      expect(await ask(path, { headers: { [name]: '203.0.113.7' } })).toEqual([403, '']);
  },
);
