import { randomInt } from 'node:crypto';
import { listPurchases, outboxOf, test } from '../src/cut-counter.ts';
import { CUTS, type Cut } from '../src/cutting-front.ts';
import { expect, newPhone } from '../src/merchant.ts';

/** As many as a busy counter in two days. */
const TIMES = 500;
/** Every second call is cut at some step; after every fifth purchase the page is loaded again. */
const CUT_SHARE = 2;
const RELOAD_SHARE = 5;

test.setTimeout(TIMES * 6_000);

test(`${TIMES} purchases with the network cut at random: each is recorded exactly once`, async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  const typed: string[] = [];
  const decide = (): Cut | undefined =>
    randomInt(CUT_SHARE) === 0 ? CUTS[randomInt(CUTS.length)] : undefined;
  front.cut(/^\/trpc\/cashback\.issue$/, decide);
  const phoneField = page.getByLabel('Telefone do cliente');
  const valueField = page.getByLabel('Valor da compra');
  const dialog = page.getByRole('dialog');
  const rows = outboxOf(page).getByRole('listitem');
  let reloads = 0;

  for (let turn = 0; turn < TIMES; turn += 1) {
    const [phone, amountCents] = [newPhone(), 1_000 + turn];
    const amount = (amountCents / 100).toFixed(2).replace('.', ',');
    await type(phone, amount);
    typed.push(`${phone} ${amountCents}`);
    if (randomInt(RELOAD_SHARE) === 0) {
      reloads += 1;
      await page.goto('/cashback');
      await expect(phoneField).toBeAttached();
    }
    await settle(amount);
  }
  front.cut(/^$/, () => undefined);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  // Whatever still waits goes out, and every code was shown or can be.
  await expect.poll(async () => (await listPurchases(merchant)).length, { timeout: 120_000 }).toBe(TIMES);

  expect((await listPurchases(merchant)).sort()).toEqual(typed.sort());
  test.info().annotations.push({
    type: 'cuts',
    description: `${TIMES} typed, ${reloads} reloads, cut ${JSON.stringify(front.done)}`,
  });
  console.log(`${TIMES} purchases, ${reloads} reloads, calls cut: ${JSON.stringify(front.done)}`);

  /** A code that arrives before the first key covers the fields: it is closed, as a person would. */
  async function type(phone: string, amount: string) {
    await expect(async () => {
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0, { timeout: 500 });
      await phoneField.fill(phone, { timeout: 500 });
      await valueField.fill(amount, { timeout: 500 });
      expect((await phoneField.inputValue()).replace(/\D/g, '')).toBe(phone);
      expect(await valueField.inputValue()).toContain(amount);
    }).toPass();
    await valueField.press('Enter');
  }

  /** The next customer: what the last purchase opened is closed, and ready codes are taken off the list. */
  async function settle(amount: string) {
    await expect(async () => {
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0, { timeout: 500 });
      const ready = rows.filter({ hasText: 'Código pronto' }).getByRole('button', { name: 'Tirar da lista' });
      if ((await ready.count()) > 0) await ready.first().click({ timeout: 500 });
      // As many as 50 may wait.
      expect(await rows.count()).toBeLessThan(40);
      await expect(page.getByRole('button', { name: 'Gerando...' })).toHaveCount(0, { timeout: 500 });
      // Loaded again, or covered by a code, before Enter did anything: the phone is still there.
      if ((await phoneField.inputValue()) !== '') {
        if ((await valueField.inputValue()) === '') await valueField.fill(amount, { timeout: 500 });
        await valueField.press('Enter', { timeout: 500 });
      }
      await expect(phoneField).toHaveValue('', { timeout: 500 });
      // No code is about to cover what is typed next.
      await expect(page).toHaveURL(/\/cashback$/, { timeout: 500 });
    }).toPass();
  }
});
