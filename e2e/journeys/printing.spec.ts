import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone, test } from '../src/merchant.ts';
import { insertPast } from '../src/past-days.ts';
import { insertPastPurchases } from '../src/past-purchases.ts';
import { AMOUNTS, chartCard, drawing } from '../src/reports-screen.ts';

/** The width that is left of an A4 sheet. */
const SHEET = { width: 718, height: 1_000 };

test('a report is printed with merchant, period and day, and without what is pressed or typed', async ({
  counter,
  merchant,
}) => {
  await insertPast(
    merchant,
    Array.from({ length: 31 }, (_, index) => ({
      day: `2026-03-${String(index + 1).padStart(2, '0')}`,
      purchases: [1_000],
      redeemed: [10],
    })),
  );
  await counter.goto('/reports?de=2026-03-01&ate=2026-03-31');
  const card = chartCard(counter, AMOUNTS);
  await expect(drawing(card)).toBeVisible();
  await expect(counter.getByText('Período: 01/03/2026 a 31/03/2026')).toBeHidden();
  await counter.setViewportSize({ width: 1_440, height: 900 });
  await counter.emulateMedia({ media: 'print' });
  // As the browser prints: the sheet is narrower, and no script runs before.
  await counter.evaluate((width) => {
    document.body.style.width = `${width}px`;
  }, SHEET.width);
  await expect(
    counter.getByText(new RegExp(`^${merchant.name} · impresso em \\d\\d/\\d\\d/\\d{4}$`)),
  ).toBeVisible();
  await expect(counter.getByText('Período: 01/03/2026 a 31/03/2026')).toBeVisible();
  await expect(counter.getByText('1–31/3 comparado com', { exact: false }).first()).toBeVisible();
  for (const gone of [
    counter.getByRole('banner'),
    counter.getByRole('search'),
    counter.getByRole('navigation'),
    counter.getByRole('button', { name: /Exportar|Ver como/ }),
  ])
    await expect(gone.filter({ visible: true })).toHaveCount(0);
  for (const line of await card.locator('path.recharts-line-curve').all()) {
    const drawn = await line.boundingBox();
    expect(drawn?.width).toBeGreaterThan(SHEET.width / 2);
    expect((drawn?.x ?? 0) + (drawn?.width ?? 0)).toBeLessThan(SHEET.width);
  }
  // Lines are told apart without colors.
  const dashes = await card
    .locator('path.recharts-line-curve')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('stroke-dasharray')));
  expect(new Set(dashes).size).toBe(3);
});

test('lists are printed as tables, without their actions', async ({ counter, merchant }) => {
  await insertPastPurchases(merchant, [
    { phone: newPhone(), name: 'Ana Beatriz Souza', daysAgo: 70, amountCents: 10_000 },
  ]);
  await counter.emulateMedia({ media: 'print' });
  await counter.setViewportSize(SHEET);
  for (const [address, name] of [
    ['/reports/customers?segmento=em-risco', 'Clientes: Em risco'],
    ['/employees', 'Funcionários'],
  ] as const) {
    await counter.goto(address);
    const table = counter.getByRole('table', { name }).first();
    await expect(table.getByRole('columnheader').first()).toBeVisible();
    await expect(table.getByRole('columnheader', { name: 'Ações' })).toHaveCount(0);
    await expect(table.getByRole('button').or(table.getByRole('link', { name: 'Chamar' }))).toHaveCount(0);
    const broken = table.locator('tbody tr').first();
    expect(await broken.evaluate((row) => getComputedStyle(row).breakInside)).toBe('avoid');
    await expectPageWidth(counter, SHEET.width);
  }
  await counter.goto('/customers');
  await expect(counter.getByRole('table', { name: 'Clientes' })).toContainText('Ana Beatriz Souza');
  await expect(counter.getByRole('search')).toHaveCount(0);
});
