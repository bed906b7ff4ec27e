import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { insertPurchase, month } from '../src/dashboard-screen.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, test } from '../src/merchant.ts';
import { valueUnder } from '../src/reports-screen.ts';

test.use({ locale: 'en-US' });

const MARCH = '/reports?de=2026-03-01&ate=2026-03-31';
const from = (page: Page) => page.getByLabel('Data inicial');
const to = (page: Page) => page.getByLabel('Data final');
const opener = (page: Page, label: string) =>
  page.getByRole('button', { name: `Abrir calendário: ${label}` });
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Calendário' });
const day = (page: Page, name: RegExp) => calendar(page).getByRole('button', { name });

test('a date is read day first, month second in an English browser too, and typed the same way', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, '2026-04-02 12:00:00', 1_000);
  await counter.goto(MARCH);
  await expect(from(counter)).toHaveValue('01/03/2026');
  await to(counter).focus();
  await counter.keyboard.press('ControlOrMeta+a');
  await counter.keyboard.type('2/4/2026');
  await expect(to(counter)).toHaveValue('02/04/2026');
  await expect(counter).toHaveURL(/\?de=2026-03-01&ate=2026-04-02$/);
  await expect(valueUnder(counter, 'Total de Transações')).toHaveText('1');
  await counter.keyboard.press('Backspace');
  await expect(to(counter)).toHaveValue('02/04/202');
  await expect(to(counter)).toHaveAccessibleDescription('');
  await counter.keyboard.press('Tab');
  await expect(to(counter)).toHaveAccessibleDescription('Informe uma data válida');
  await to(counter).fill('31/02/2026');
  await expect(to(counter)).toHaveAccessibleDescription('Informe uma data válida');
  await expect(to(counter)).toHaveValue('31/02/2026');
  await expect(valueUnder(counter, 'Total de Transações')).toHaveText('1');
});

test('the calendar is walked by the keyboard, shows the range, and gives the focus back', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, '2026-03-17 12:00:00', 1_000);
  await counter.goto(MARCH);
  await opener(counter, 'data inicial').press('Enter');
  await expect(day(counter, /1 de março de 2026, selecionado$/)).toBeFocused();
  await expect(calendar(counter).getByRole('combobox', { name: 'Escolha o mês' })).toHaveValue('2');
  await expectAccessible(counter, 'the calendar');
  await counter.keyboard.press('ArrowDown');
  await counter.keyboard.press('ArrowRight');
  await expect(day(counter, /segunda-feira, 9 de março de 2026$/)).toBeFocused();
  await counter.keyboard.press('PageDown');
  await expect(day(counter, /, 9 de abril de 2026$/)).toBeFocused();
  await counter.keyboard.press('PageUp');
  await counter.keyboard.press('Enter');
  await expect(calendar(counter)).toHaveCount(0);
  await expect(opener(counter, 'data inicial')).toBeFocused();
  await expect(from(counter)).toHaveValue('09/03/2026');
  await expect(counter).toHaveURL(/\?de=2026-03-09&ate=2026-03-31$/);

  await opener(counter, 'data final').click();
  await expect(day(counter, /31 de março de 2026, selecionado$/)).toBeFocused();
  await counter.keyboard.press('Escape');
  await expect(calendar(counter)).toHaveCount(0);
  await expect(opener(counter, 'data final')).toBeFocused();
  await opener(counter, 'data final').click();
  await counter.getByRole('heading', { level: 1 }).click();
  await expect(calendar(counter)).toHaveCount(0);
});

test('the calendar and the period fit a narrow phone, each day large enough for a finger', async ({
  counter,
}) => {
  await counter.setViewportSize({ width: 320, height: 640 });
  await counter.goto('/dashboard');
  await expectPageWidth(counter, 320);
  const widths = await counter
    .locator('fieldset button')
    .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBeLessThan(160);
  await opener(counter, 'data final').click();
  await expect(calendar(counter)).toBeVisible();
  const sizes = await calendar(counter)
    .getByRole('gridcell')
    .getByRole('button')
    .evaluateAll((days) =>
      days.map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height]),
    );
  expect(sizes.length).toBeGreaterThan(27);
  expect(Math.min(...sizes.flat())).toBeGreaterThanOrEqual(44);
  const box = await calendar(counter).boundingBox();
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 320 && box.y + box.height <= 640).toBe(true);
  await expectAccessible(counter, 'the calendar on a phone');
});

test('no date is cut off, however narrow its place', async ({ counter, merchant }) => {
  // Investments are asked for from the first purchase on.
  await insertPurchase(merchant, `${month().from} 00:00:00`, 1_000);
  await counter.goto('/dashboard');
  await expect(counter.getByLabel('Data', { exact: true })).toBeVisible();
  for (const width of [320, 360, 390, 430, 768, 1_024, 1_440]) {
    await counter.setViewportSize({ width, height: 800 });
    for (const field of [from(counter), to(counter), counter.getByLabel('Data', { exact: true })]) {
      const room = await field.evaluate((input: HTMLInputElement) => {
        const { paddingLeft, paddingRight, font } = getComputedStyle(input);
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen) throw new Error('no canvas');
        pen.font = font;
        const text = pen.measureText(input.value).width;
        return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - text;
      });
      expect(room, `${width} px`).toBeGreaterThanOrEqual(0);
    }
  }
});

test('a calendar that cannot be loaded says how the date is typed, and is asked for again', async ({
  counter,
}) => {
  const list = new URL('../../mfe-analytics/dist/chunks.json', import.meta.url);
  const chunks = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>;
  const files = (chunks['./date-picker.tsx'] ?? []).filter((file) => file.endsWith('.js'));
  expect(files).not.toEqual([]);
  const isCalendar = (url: URL) => files.some((file) => url.pathname.endsWith(`/${file}`));
  await counter.route(isCalendar, (route) => route.abort());
  await counter.goto(MARCH);
  await opener(counter, 'data inicial').click();
  await expect(from(counter)).toHaveAccessibleDescription(/^O calendário não pôde ser carregado/);
  await counter.unroute(isCalendar);
  await opener(counter, 'data inicial').click();
  await expect(calendar(counter)).toBeVisible();
  await expect(from(counter)).toHaveAccessibleDescription('');
});
