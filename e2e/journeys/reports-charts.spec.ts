import type { Locator, Page } from '@playwright/test';
import { layoutShifts, watchLayout } from '../src/first-seconds.ts';
import { expect, type Merchant, MOTION, test } from '../src/merchant.ts';
import { insertPast, type PastDay } from '../src/past-days.ts';
import {
  AMOUNTS,
  chartCard,
  chartFiles,
  chartFilesRoute,
  drawing,
  lines,
  TRANSACTIONS,
} from '../src/reports-screen.ts';
import { untilIdle } from '../src/until-idle.ts';

test.use(MOTION);

const MARCH = '/reports?de=2026-03-01&ate=2026-03-31';

/**
 * Every day of March, each with a purchase more than the day before, R$ 10 each; every third day redeems R$ 1
 * and a centavo.
 */
const march: PastDay[] = Array.from({ length: 31 }, (_, index) => ({
  day: `2026-03-${String(index + 1).padStart(2, '0')}`,
  purchases: Array.from({ length: index }, () => 1_000),
  redeemed: index % 3 === 0 ? [101] : [],
}));

/** So many corners has the line. */
const pointsOf = async (line: Locator) => ((await line.getAttribute('d')) ?? '').match(/[ML]/g)?.length;

async function openMarch(counter: Page, merchant: Merchant): Promise<Locator> {
  await insertPast(merchant, march);
  await counter.goto(MARCH);
  const card = chartCard(counter, AMOUNTS);
  await expect(drawing(card)).toBeVisible();
  return card;
}

/** The color of a line as drawn, and as its token defines it. */
async function colorsOf(card: Locator): Promise<{ drawn: string[]; tokens: string[] }> {
  const drawn = await lines(card).evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke));
  const tokens = await card.evaluate((element) =>
    ['green', 'purple', 'orange'].map((name) => {
      const probe = element.appendChild(document.createElement('i'));
      probe.style.color = `var(--color-${name}-solid)`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }),
  );
  return { drawn, tokens };
}

test('revenue is green, cashback purple, redemptions orange, told apart without color too, in both themes', async ({
  counter,
  merchant,
}) => {
  const card = await openMarch(counter, merchant);
  await expect(lines(card)).toHaveCount(3);
  const light = await colorsOf(card);
  expect(light.drawn).toEqual(light.tokens);
  // The theme changes under a chart that is drawn already.
  await counter.emulateMedia({ colorScheme: 'dark' });
  const dark = await colorsOf(card);
  expect(dark.drawn).toEqual(dark.tokens);
  expect(dark.drawn).not.toEqual(light.drawn);
  const dashes = await lines(card).evaluateAll((paths) =>
    paths.map((path) => path.getAttribute('stroke-dasharray')),
  );
  expect(new Set(dashes).size).toBe(3);

  for (const line of await lines(card).all()) await expect.poll(() => pointsOf(line)).toBe(31);
  expect((await drawing(card).boundingBox())?.height).toBe(300);
  const bars = chartCard(counter, TRANSACTIONS);
  expect((await drawing(bars).boundingBox())?.height).toBe(300);
  await expect(bars.locator('.recharts-bar-rectangle path')).toHaveCount(31);
  await expect(
    card.locator('.recharts-yAxis-tick-labels').getByText(/^R\$\s[\d,]+(\smil)?$/),
  ).not.toHaveCount(0);
  await expect(card.getByText('01/03', { exact: true })).toBeVisible();
});

test('the arrow keys walk through the days, and each is said and shown in full', async ({
  counter,
  merchant,
}) => {
  const card = await openMarch(counter, merchant);
  const voice = card.getByRole('status');
  await expect(drawing(card)).toHaveAccessibleDescription(
    /^De 01\/03\/2026 a 31\/03\/2026\. Receita: R\$\s4\.650,00 no total, o maior valor em ter\., 31\/03\/2026: R\$\s300,00\./,
  );
  await expect(voice).toHaveText('');
  await card.getByRole('button', { name: 'Resgates' }).focus();
  await counter.keyboard.press('Tab');
  await expect(drawing(card)).toBeFocused();
  await expect(voice).toHaveText(
    /^dom\., 01\/03\/2026: Receita R\$\s0,00, Cashback R\$\s0,00, Resgates R\$\s1,01$/,
  );
  for (let day = 2; day <= 31; day++) {
    await counter.keyboard.press('ArrowRight');
    const { purchases, redeemed } = march[day - 1] ?? { purchases: [] };
    const reais = (cents: number) => `R\\$\\s${(cents / 100).toFixed(2).replace('.', ',')}`;
    await expect(voice).toHaveText(
      new RegExp(
        `, ${String(day).padStart(2, '0')}/03/2026: Receita ${reais(purchases.length * 1_000)}, Cashback ${reais(purchases.length * 50)}, Resgates ${reais(redeemed?.[0] ?? 0)}$`,
      ),
    );
  }
  await expect(card.getByText('ter., 31/03/2026', { exact: true })).toBeVisible();
  await counter.keyboard.press('ArrowLeft');
  await expect(card.getByText('seg., 30/03/2026', { exact: true })).toBeVisible();

  await counter.keyboard.press('Tab');
  await expect(voice).toHaveText('');
  await counter.keyboard.press('Tab');
  await expect(drawing(chartCard(counter, TRANSACTIONS))).toBeFocused();
  await counter.keyboard.press('ArrowRight');
  await expect(chartCard(counter, TRANSACTIONS).getByRole('status')).toHaveText(
    'seg., 02/03/2026: 1 transação',
  );
});

test('a line is hidden by its name so that the others grow; the last one stays', async ({
  counter,
  merchant,
}) => {
  const card = await openMarch(counter, merchant);
  const toggle = (name: string) => card.getByRole('button', { name, exact: true });
  const path = () => lines(card).nth(-2).getAttribute('d');
  await expect(lines(card)).toHaveCount(3);
  const flat = await path();
  await toggle('Receita').focus();
  await counter.keyboard.press('Enter');
  await expect(toggle('Receita')).toHaveAttribute('aria-pressed', 'false');
  await expect(lines(card)).toHaveCount(2);
  await expect.poll(path).not.toBe(flat);
  await drawing(card).focus();
  await expect(card.getByRole('status')).not.toContainText('Receita');

  await toggle('Cashback').click();
  await expect(toggle('Resgates')).toBeDisabled();
  await toggle('Resgates').press('Enter');
  await expect(lines(card)).toHaveCount(1);
  await expect(toggle('Resgates')).toHaveAttribute('aria-pressed', 'true');
  await toggle('Receita').click();
  await expect(lines(card)).toHaveCount(2);
});

test('each chart is a table of the same days with their total', async ({ counter, merchant }) => {
  const card = await openMarch(counter, merchant);
  await card.getByRole('button', { name: 'Ver como tabela' }).click();
  const rows = card.getByRole('table', { name: AMOUNTS }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(32);
  const reais = (cents: number) =>
    `R$\u00a0${(cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`;
  const expected = march.map(({ day, purchases, redeemed }) => [
    day.split('-').reverse().join('/'),
    reais(purchases.length * 1_000),
    reais(purchases.length * 50),
    reais(redeemed?.[0] ?? 0),
  ]);
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  expect(cells).toEqual([...expected, ['Total', reais(465_000), reais(23_250), reais(1_111)]]);
  await expect(drawing(card)).toHaveCount(0);
  await card.getByRole('button', { name: 'Ver como gráfico' }).click();
  await expect(drawing(card)).toBeVisible();

  const bars = chartCard(counter, TRANSACTIONS);
  await bars.getByRole('button', { name: 'Ver como tabela' }).click();
  await expect(bars.getByRole('row').last()).toHaveText('Total465');
});

test('one day is a mark of each line, a year is drawn day by day, and five years by month', async ({
  counter,
  merchant,
}) => {
  await insertPast(merchant, [
    { day: '2021-06-15', purchases: [10_000] },
    { day: '2024-03-09', purchases: [123_456], redeemed: [5_000] },
    { day: '2024-12-31', purchases: [20_000] },
  ]);
  await counter.goto('/reports?de=2024-03-09&ate=2024-03-09');
  const card = chartCard(counter, AMOUNTS);
  await expect(card.locator('.recharts-line-dots > *')).toHaveCount(3);

  await counter.goto('/reports?de=2024-01-01&ate=2024-12-31');
  const monthly = chartCard(counter, AMOUNTS.replace('dia', 'mês'));
  await expect(lines(monthly)).toHaveCount(3);
  await counter.getByRole('radio', { name: 'Por dia' }).check();
  await expect.poll(() => pointsOf(lines(card).first())).toBe(366);
  await counter.getByRole('radio', { name: 'Por mês' }).check();
  await expect(lines(monthly)).toHaveCount(3);
  await expect.poll(() => pointsOf(lines(monthly).first())).toBe(12);
  await monthly.getByRole('button', { name: 'Ver como tabela' }).click();
  await expect(monthly.getByRole('row').nth(1)).toContainText('janeiro de 2024');
  await expect(monthly.getByRole('row')).toHaveCount(14);
  await monthly.getByRole('button', { name: 'Ver como gráfico' }).click();
  await drawing(monthly).focus();
  await expect(monthly.getByRole('status')).toContainText('janeiro de 2024: Receita');

  await counter.goto('/reports?de=2020-01-01&ate=2024-12-31');
  await expect(lines(monthly)).toHaveCount(3);
  await expect.poll(() => pointsOf(lines(monthly).first())).toBe(60);
  await monthly.getByRole('button', { name: 'Ver como tabela' }).click();
  await expect(monthly.getByRole('row').last()).toHaveText(/^TotalR\$\s1\.534,56R\$\s76,73R\$\s50,00$/);
});

test('the charts are not downloaded before there is something to draw, and nothing moves when they arrive', async ({
  counter,
  merchant,
}) => {
  await insertPast(merchant, march);
  const files = chartFiles();
  expect(files).not.toEqual([]);
  const asked: string[] = [];
  counter.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
  const drawn = () => asked.filter((file) => files.includes(file));
  const complaints: string[] = [];
  counter.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await watchLayout(counter);
  // High enough for all of it: what moves below the window is not counted.
  await counter.setViewportSize({ width: 1280, height: 2000 });
  await counter.goto('/dashboard');
  await expect(counter.getByText('Total de Clientes')).toBeVisible();
  await untilIdle(counter);
  expect(drawn()).toEqual([]);

  const holds = [holdBack(), holdBack()] as const;
  await counter.route('**/trpc/**reports.period**', (route) => holds[0].then(() => route.fallback()));
  await counter.route(chartFilesRoute(), (route) => holds[1].then(() => route.fallback()));
  await counter.goto(MARCH);
  await expect(counter.getByText('Carregando relatório')).toBeAttached();
  await untilIdle(counter);
  expect(drawn()).toEqual([]);
  holds[0].letGo();
  await expect(counter.getByText(`Carregando gráfico: ${AMOUNTS}`)).toBeAttached();
  await expect.poll(drawn).toEqual(files);
  await untilIdle(counter);
  holds[1].letGo();
  await expect(drawing(chartCard(counter, AMOUNTS))).toBeVisible();
  await untilIdle(counter);
  expect(await layoutShifts(counter)).toEqual([]);
  // Nothing violates the page's Content-Security-Policy.
  expect(complaints).toEqual([]);
});

test('charts that cannot be had are tried again, and a deployment in between is no end of it', async ({
  counter,
  merchant,
}) => {
  await insertPast(merchant, march);
  await counter.route(chartFilesRoute(), (route) => route.abort());
  await counter.goto(MARCH);
  const card = chartCard(counter, AMOUNTS);
  const retry = card.getByRole('button', { name: 'Tentar novamente' });
  await expect(retry).toBeVisible();
  await expect(counter.getByText('465', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Ver como tabela' }).click();
  await expect(card.getByRole('row')).toHaveCount(33);
  await card.getByRole('button', { name: 'Ver como gráfico' }).click();

  // The file is gone for good: the page reloads and asks for the current files.
  const opened = counter.waitForEvent('load');
  await retry.click();
  await opened;
  await expect(retry).toBeVisible();

  await counter.unroute(chartFilesRoute());
  await counter.evaluate(() => Object.assign(window, { isSamePage: true }));
  await retry.click();
  for (const title of [AMOUNTS, TRANSACTIONS]) await expect(drawing(chartCard(counter, title))).toBeVisible();
  expect(await counter.evaluate(() => 'isSamePage' in window)).toBe(true);
});

/** A promise that waits to be let go. */
function holdBack(): Promise<void> & { letGo: () => void } {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return Object.assign(held, { letGo });
}
