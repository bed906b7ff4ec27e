import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { written } from '../src/dashboard-screen.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { layoutShifts, watchLayout } from '../src/first-seconds.ts';
import { moveOnArrival } from '../src/held-answers.ts';
import { expect, type Merchant, newPhone, test } from '../src/merchant.ts';
import { insertPastPurchases, rebuildRollups } from '../src/past-purchases.ts';
import { reais, valueUnder } from '../src/reports-screen.ts';

const months = (page: Page) =>
  page
    .getByRole('table', { name: 'Saldo dos clientes por mês de vencimento' })
    .locator('tbody')
    .getByRole('row');
const latest = (page: Page) => page.getByRole('table', { name: 'Vendas que ainda podem ser escaneadas' });

interface Lot {
  remainingCents: number;
  /** Counts to the end of that day; null always does. */
  lastDayIn: number | null;
  availableIn?: number;
  expiredCents?: number;
}

/** Credits of a customer, as if they had been posted; the days are the merchant's, from today. */
async function insertLots(merchant: Merchant, lots: readonly Lot[]): Promise<void> {
  await asOwner(
    `INSERT INTO cashback_lots (merchant_id, id, customer_id, amount_cents, remaining_cents, maturing_days, available_at,
       expires_at, created_at)
     SELECT c.merchant_id, gen_random_uuid(), c.id, l."remainingCents" + 100, l."remainingCents",
       coalesce(l."availableIn", 0), midnight + coalesce(l."availableIn", 0) * interval '1 day',
       midnight + (l."lastDayIn" + 1) * interval '1 day', midnight
     FROM jsonb_to_recordset($2::jsonb) AS l ("remainingCents" bigint, "lastDayIn" integer, "availableIn" integer)
     JOIN merchants m ON m.signup_link_slug = $1
     CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE m.time_zone)::date::timestamp AT TIME ZONE m.time_zone AS midnight) day
     CROSS JOIN LATERAL (SELECT * FROM customers WHERE merchant_id = m.id LIMIT 1) c`,
    [merchant.slug, JSON.stringify(lots)],
  );
  await rebuildRollups(merchant);
}

/** The rest of the lots by the month of their last day, recounted from the lots. */
function expiryMonths({ slug }: Merchant) {
  return asOwner<{ month: string | null; cents: number; maturing: number }>(
    `SELECT to_char(last, 'YYYY-MM') AS month, sum(remaining_cents)::float8 AS cents,
       coalesce(sum(remaining_cents) FILTER (WHERE available_at > now()), 0)::float8 AS maturing
     FROM (SELECT l.*, (l.expires_at AT TIME ZONE m.time_zone) - interval '1 second' AS last
           FROM merchants m JOIN cashback_lots l ON l.merchant_id = m.id
           WHERE m.signup_link_slug = $1 AND (l.expires_at IS NULL OR l.expires_at > now())) open
     GROUP BY 1 ORDER BY 1 NULLS LAST`,
    [slug],
  );
}

function monthName(month: string | null): string {
  if (month === null) return 'Não vence';
  const [year, number] = month.split('-').map(Number);
  return new Date(year ?? 0, (number ?? 1) - 1).toLocaleDateString('pt-BR', {
    month: 'long',
    year: 'numeric',
  });
}

test('a merchant that owes nothing is told how it comes to, and nothing moves meanwhile', async ({
  counter,
}) => {
  await watchLayout(counter);
  await counter.goto('/reports/cashback');
  await expect(counter.getByText('Você não deve cashback a ninguém')).toBeVisible();
  await expect(counter.getByText('Nada por escanear neste período')).toBeVisible();
  await expect(valueUnder(counter, 'Disponível')).toHaveText(reais(0));
  expect(await layoutShifts(counter)).toEqual([]);
  await expectAccessible(counter, 'nothing owed');
});

test('what the merchant owes is the sum of the lots, by when they end', async ({ counter, merchant }) => {
  await insertPastPurchases(merchant, [
    { phone: newPhone(), daysAgo: 40, amountCents: 1_000, isConfirmed: true },
  ]);
  await insertLots(merchant, [
    { remainingCents: 1_000, lastDayIn: 0 },
    { remainingCents: 123_456_789, lastDayIn: 30 },
    { remainingCents: 2_000, lastDayIn: 31 },
    { remainingCents: 300, lastDayIn: 60, availableIn: 3 },
    { remainingCents: 40, lastDayIn: 90 },
    { remainingCents: 5, lastDayIn: 91 },
    { remainingCents: 70_000, lastDayIn: null },
    { remainingCents: 9_999, lastDayIn: -1, availableIn: -9 },
  ]);
  await watchLayout(counter);
  await counter.goto('/reports/cashback');
  const total = 1_000 + 123_456_789 + 2_000 + 300 + 40 + 5 + 70_000;
  await expect(counter.getByText(reais(total))).toBeVisible();
  await expect(valueUnder(counter, 'Disponível')).toHaveText(reais(total - 300));
  await expect(valueUnder(counter, 'A liberar')).toHaveText(reais(300));
  await expect(valueUnder(counter, 'Vence em até 30 dias')).toHaveText(reais(1_000 + 123_456_789));
  await expect(valueUnder(counter, 'Vence em até 60 dias')).toHaveText(reais(1_000 + 123_456_789 + 2_300));
  await expect(valueUnder(counter, 'Vence em até 90 dias')).toHaveText(reais(1_000 + 123_456_789 + 2_340));
  await expect(valueUnder(counter, 'Não vence')).toHaveText(reais(70_000));
  await expect(valueUnder(counter, 'Já expirou')).toHaveText(reais(9_999));

  const expected = await expiryMonths(merchant);
  await expect(months(counter)).toHaveCount(expected.length);
  for (const [place, { month, cents, maturing }] of expected.entries()) {
    const shown = months(counter).nth(place);
    await expect(shown.getByRole('rowheader')).toHaveText(monthName(month));
    const amounts = [cents, ...(maturing > 0 ? [maturing] : [])].map((each) =>
      reais(each).source.slice(1, -1),
    );
    await expect(shown.getByRole('cell')).toHaveText(
      new RegExp(`^${amounts.join('')}${maturing > 0 ? ' a liberar' : ''}$`),
    );
  }
  expect(await layoutShifts(counter)).toEqual([]);
  await expectAccessible(counter, 'liability');
  const below = counter.locator('h2', { hasText: 'Cashback que ninguém buscou' });
  expect(await moveOnArrival(counter, '/reports/cashback', below, months(counter).first())).toBe(0);
});

test('a credit that a customer scans is owed at once, and a redemption is not any more', async ({
  counter,
  merchant,
  request,
}) => {
  const counterApi = await openCounterApi(request, merchant);
  const phone = newPhone();
  const purchase = await counterApi.sell(phone, 100_000);
  await counter.goto('/reports/cashback');
  await expect(valueUnder(counter, 'Disponível')).toHaveText(reais(0));
  await expect(valueUnder(counter, 'Ninguém buscou')).toHaveText(reais(5_000));
  await counterApi.confirm(purchase);
  await counter.reload();
  await expect(valueUnder(counter, 'Disponível')).toHaveText(reais(5_000));
  await expect(counter.getByText('Nada por escanear neste período')).toBeVisible();
  await counterApi.confirm(await counterApi.redeem(phone, 1_234));
  await counter.reload();
  await expect(valueUnder(counter, 'Disponível')).toHaveText(reais(3_766));
});

test('unconfirmed cashback is counted for its period: what can still be confirmed, what cannot, and for which customers', async ({
  counter,
  merchant,
}) => {
  const known = { phone: newPhone(), name: 'Maria Aparecida dos Santos Albuquerque Vasconcelos de Oliveira' };
  await insertPastPurchases(merchant, [
    { ...known, daysAgo: 0, amountCents: 123_456_789 },
    { phone: newPhone(), daysAgo: 29, amountCents: 20_000 },
    { phone: newPhone(), daysAgo: 31, amountCents: 30_000 },
    { phone: newPhone(), daysAgo: 45, amountCents: 44_444 },
    { phone: newPhone(), daysAgo: 0, amountCents: 99_999, isConfirmed: true },
    { phone: newPhone(), daysAgo: 200, amountCents: 70_000 },
  ]);
  const day = (daysAgo: number) => {
    const date = new Date();
    date.setUTCDate(date.getUTCDate() - daysAgo);
    return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(date);
  };
  await counter.goto(`/reports/cashback?de=${day(60)}&ate=${day(0)}`);
  const cents = { recent: 6_172_839 + 1_000, lapsed: 1_500 + 2_222 };
  await expect(valueUnder(counter, 'Ninguém buscou')).toHaveText(reais(cents.recent + cents.lapsed));
  await expect(valueUnder(counter, 'Parte das vendas')).toHaveText('80,0%');
  await expect(valueUnder(counter, 'Ainda pode ser escaneado')).toHaveText(reais(cents.recent));
  await expect(valueUnder(counter, 'Perdeu o prazo')).toHaveText(reais(cents.lapsed));
  await expect(counter.getByText('em 4 vendas')).toBeVisible();
  const purchases = latest(counter).locator('tbody').getByRole('row');
  await expect(purchases).toHaveCount(2);
  await expect(purchases.first()).toContainText(/R\$\s1\.234\.567,89.*R\$\s61\.728,39/);
  await expect(purchases.last()).toContainText(/Nome não informado.*R\$\s200,00.*R\$\s10,00/);
  await expectAccessible(counter, 'unconfirmed');

  for (const width of [768, 390]) {
    await counter.setViewportSize({ width, height: 780 });
    await expectPageWidth(counter, width);
    await expectAccessible(counter, `cashback at ${width}`);
  }
  await counter.getByRole('link', { name: known.name, exact: true }).click();
  await expect(counter).toHaveURL(/\/customers\/[0-9a-f-]{36}$/);
  await counter.goBack();
  await counter.getByLabel('Data final').fill(written(day(40)));
  await counter.getByLabel('Data final').press('Enter');
  await expect(valueUnder(counter, 'Ninguém buscou')).toHaveText(reais(2_222));
  await expect(counter.getByText('Nenhum código deste período ainda vale')).toBeVisible();
});

test('numbers that cannot be had say so and are tried again', async ({ counter }) => {
  await counter.route('**/trpc/reports.**', (route) => route.fulfill({ status: 503, body: '{}' }));
  await counter.goto('/reports/cashback');
  await expect(counter.getByRole('alert')).toHaveText(
    Array.from({ length: 2 }, () => /^Sem conexão com o servidor/),
  );
  await expectAccessible(counter, 'failed');
  await counter.unroute('**/trpc/reports.**');
  const again = counter.getByRole('button', { name: 'Tentar novamente' });
  await again.last().click();
  await again.first().click();
  await expect(valueUnder(counter, 'Disponível')).toHaveText(reais(0));
});
