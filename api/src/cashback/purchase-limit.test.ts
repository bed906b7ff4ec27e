import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PURCHASES_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { createMovableClock } from '../test/money-app.ts';
import { createMerchant, type Merchant, openSession } from '../test/tenant-fixture.ts';

const clock = createMovableClock(new Date());
const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: Merchant;

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl, { clock });
  merchant = await createMerchant(server.app, fixture.owner);
});
afterAll(() => server?.close());

test('an employee records so many purchases a minute, over all sessions; a colleague records on', async () => {
  const { operator, manager } = merchant.staff;
  const sell = async (seller: typeof operator, operationId = randomUUID()) => {
    const cookie = `session=${await openSession(server.app, seller)}`;
    const purchase = { operationId, phone: freshPhone(), amountCents: 1_000 };
    return await server.client.call('cashback.issue', purchase, { cookie });
  };
  for (let sold = 1; sold < PURCHASES_PER_EMPLOYEE.limit; sold += 1)
    await server.app.limiter.hit(PURCHASES_PER_EMPLOYEE, operator.employeeId);
  expect((await sell(operator)).status).toBe(200);

  const operationId = randomUUID();
  const refused = await sell(operator, operationId);
  expect([refused.status, refused.error?.data.refusal]).toEqual([429, 'too_many_purchases']);
  expect(refused.error?.message).toContain('Muitas compras em um minuto');
  expect(Number(refused.headers['retry-after'])).toBe(60);
  expect((await sell(manager)).status).toBe(200);

  clock.advance(60_000);
  expect((await sell(operator, operationId)).status, 'the refused one was not begun').toBe(200);
});
