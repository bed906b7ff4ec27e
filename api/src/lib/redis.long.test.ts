import { setTimeout as delay } from 'node:timers/promises';
import { startRedisServer } from 'testing/redis-server';
import { expect, test } from 'vitest';
import { openRedis } from './redis.ts';

test('an idle subscription is not taken for dead', async () => {
  const server = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const [sender, receiver] = [
    await openRedis(server.url, () => undefined),
    await openRedis(server.url, () => undefined),
  ];
  const received: string[] = [];
  receiver.subscribe('live', (message) => received.push(message));
  await expect
    .poll(() => {
      sender.publish('live', 'at all');
      return received.length;
    })
    .toBeGreaterThan(0);
  // Longer than the silence that a dead connection is given.
  await delay(9_000);
  sender.publish('live', 'after a long silence');
  await expect.poll(() => received.includes('after a long silence')).toBe(true);
  sender.close();
  receiver.close();
  await server.stop();
});
