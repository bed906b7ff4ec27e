import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, openSession, test } from '../src/merchant.ts';

const PAIRS = 'dois cadastros: com e sem o nono dígito';

test('records of one number, with its ninth digit and without, are merged one pair after the other, by keyboard', async ({
  counter,
}) => {
  const api = counterApiOf(counter.request);
  for (const area of [11, 21]) {
    await api.credit(`${area}87654321`, 10_000);
    await api.credit(`${area}987654321`, 4_000);
  }
  await counter.goto('/customers');
  const card = counter.getByRole('note').filter({ hasText: PAIRS });
  await expect(card).toContainText('2 clientes têm');
  await expectAccessible(counter, 'customers with two records');
  await card.getByRole('button', { name: 'Ver cadastros' }).focus();
  await counter.keyboard.press('Enter');
  const pairs = counter.getByRole('dialog', { name: 'Clientes com dois cadastros' });
  await expect(pairs.getByRole('listitem')).toHaveText([
    /\(11\) 98765-4321.*R\$\s5,00.*\(11\) 8765-4321/,
    /R\$\s2,00.*\(21\) 98765-4321.*R\$\s5,00.*\(21\) 8765-4321/,
  ]);
  await expectAccessible(counter, 'pairs of records');
  await counter.setViewportSize({ width: 320, height: 700 });
  await expectPageWidth(counter, 320);
  await expectAccessible(counter, 'pairs of records on a phone');

  const form = counter.getByRole('dialog', { name: 'Unir cadastros' });
  await expect(pairs.getByRole('button', { name: 'Unir os cadastros de (11) 98765-4321' })).toBeFocused();
  await counter.keyboard.press('Enter');
  await expect(form).toContainText(/Fica \(11\) 98765-4321, com saldo de R\$\s7,00/);
  await counter.keyboard.press('Escape');
  await expect(pairs).toBeVisible();
  const mergeFirst = async () => {
    await expect(pairs.getByRole('button', { name: /^Unir os cadastros/ }).first()).toBeFocused();
    await counter.keyboard.press('Enter');
    await form.getByLabel('Motivo').fill('Mesmo celular');
    await form.getByLabel('Entendo que a união não pode ser desfeita').focus();
    await counter.keyboard.press('Space');
    await counter.keyboard.press('Enter');
  };
  await mergeFirst();
  await expect(pairs.getByRole('listitem')).toHaveText(/\(21\) 98765-4321/);
  await mergeFirst();
  await expect(counter.getByRole('dialog')).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await expect(counter.getByLabel('Buscar', { exact: true })).toBeFocused();
  const rows = counter.getByRole('table', { name: 'Clientes' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveText([/\(21\) 98765-4321.*R\$\s7,00/, /\(11\) 98765-4321.*R\$\s7,00/]);
});

test('who may not merge sees no card, and asks for none', async ({ counter, merchant }) => {
  await counterApiOf(counter.request).credit('1187654321', 10_000);
  await counterApiOf(counter.request).credit('11987654321', 4_000);
  await asOwner("UPDATE employees SET role = 'operator' WHERE email = $1", [merchant.email]);
  await openSession(counter, merchant);
  const asked: string[] = [];
  counter.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await counter.goto('/customers');
  await expect(counter.getByText('2 clientes', { exact: true })).toBeVisible();
  expect(asked).toContain('/trpc/customers.list');
  expect(asked).not.toContain('/trpc/customers.ninthDigitPairs');
  await expect(counter.getByText(PAIRS)).toHaveCount(0);
});
