import { useDatabaseFixture } from 'testing/database-fixture';
import { startRedisServer } from 'testing/redis-server';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { test } from 'vitest';
import { startInProcessServer } from '../in-process-server.ts';
import { outlive } from './redis-ailments.ts';

const fixture = useDatabaseFixture();

test('without Redis money, login and the dialog work, and guesses are limited; once back, it is used', async () => {
  const redis = await startRedisServer(process.env.REDIS_SERVER_PATH);
  const api = await startInProcessServer(fixture.database.appUrl, { env: { REDIS_URL: redis.url } });
  const { client } = api;
  const stand = { ...fixture, redis, client, merchant: await signUpMerchant(client) };
  try {
    await outlive('gone, its port refuses', stand);
  } finally {
    await api.close();
    await stand.redis.stop();
  }
});
