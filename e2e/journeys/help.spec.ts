import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { expect, issueCashback, newPhone, openSession, test } from '../src/merchant.ts';

const help = (page: Page) => page.getByRole('dialog', { name: /^Ajuda/ });
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Atalhos do teclado' });
const palette = (page: Page) => page.getByRole('combobox', { name: 'Buscar páginas e clientes' });

test('each screen has its help beside it; what was typed stays, and an address leads to it', async ({
  counter,
}) => {
  await counter.goto('/cashback');
  await counter.getByLabel('Telefone do cliente').fill('11987');
  await counter.getByRole('link', { name: 'Ajuda desta tela' }).click();
  await expect(help(counter)).toBeVisible();
  await expect(counter).toHaveURL(/\/cashback#ajuda$/);
  await expect(help(counter).getByRole('heading', { name: 'Ajuda: Gerar Cashback' })).toBeFocused();
  await expectAccessible(counter, 'help');
  await help(counter).getByText('Caiu a internet. Posso continuar vendendo?').click();
  await expect(help(counter).getByText(/fica esperando neste aparelho/)).toBeVisible();
  await help(counter).getByRole('link', { name: 'Clientes', exact: true }).click();
  await expect(counter).toHaveURL(/\/cashback#ajuda-clientes$/);
  await expect(help(counter).getByRole('heading', { name: 'Ajuda: Clientes' })).toBeFocused();
  await counter.keyboard.press('Escape');
  await expect(help(counter)).toHaveCount(0);
  await expect(counter).toHaveURL(/\/cashback$/);
  await expect(counter.getByRole('link', { name: 'Ajuda desta tela' })).toBeFocused();
  await expect(counter.getByLabel('Telefone do cliente')).toHaveValue('(11) 987');

  await counter.goto('/reports/team#ajuda');
  await expect(help(counter).getByRole('heading', { name: 'Ajuda: Números por funcionário' })).toBeVisible();
  await help(counter).getByRole('button', { name: 'Fechar janela' }).click();
  await expect(counter).toHaveURL(/\/reports\/team$/);
});

test('the phone’s back button closes the help, and unsaved settings ask nothing', async ({
  phone,
  merchant,
}) => {
  await openSession(phone, merchant);
  await phone.goto('/settings?aba=geral');
  await phone.getByLabel('Nome do Estabelecimento').fill('Outro nome');
  await phone.getByRole('link', { name: 'Ajuda desta tela' }).click();
  await expect(help(phone)).toBeVisible();
  await expectAccessible(phone, 'help on a phone');
  await phone.goBack();
  await expect(help(phone)).toHaveCount(0);
  await expect(phone).toHaveURL(/\/settings\?aba=geral$/);
  await expect(phone.getByLabel('Nome do Estabelecimento')).toHaveValue('Outro nome');
});

test('the palette finds the help by its questions', async ({ counter }) => {
  await counter.goto('/dashboard');
  await expect(counter.getByRole('heading', { level: 1 })).toBeVisible();
  await counter.keyboard.press('Control+k');
  await expect(palette(counter)).toBeFocused();
  await counter.keyboard.type('telefone errado');
  await counter.getByRole('option', { name: 'Digitei o telefone errado. E agora?' }).click();
  await expect(help(counter).getByRole('heading', { name: 'Ajuda: Gerar Cashback' })).toBeVisible();
  await expect(counter).toHaveURL(/\/dashboard#ajuda-cashback$/);
});

test('keys lead around, not while typing, and are switched off for good on this device', async ({
  counter,
}) => {
  const field = counter.getByLabel('Telefone do cliente');
  await counter.goto('/dashboard');
  await expect(counter.getByRole('heading', { level: 1 })).toBeVisible();
  await counter.keyboard.press('?');
  await expect(shortcuts(counter)).toBeVisible();
  await expectAccessible(counter, 'the list of shortcuts');
  // The list wants its answer first.
  await counter.keyboard.press('n');
  await expect(counter).toHaveURL(/\/dashboard#atalhos$/);
  // An address comes back a moment after it was asked for; until then the list has the keys.
  await counter.evaluate(() => {
    const go = history.go.bind(history);
    // biome-ignore lint/style/noRestrictedGlobals: the address comes back late on purpose.
    history.go = (delta) => void setTimeout(() => go(delta), 500);
  });
  for (const key of ['Escape', 'g', 'l']) await counter.keyboard.press(key);
  await expect(counter).toHaveURL(/\/dashboard$/);
  await expect(shortcuts(counter)).toHaveCount(0);

  for (const [letter, title] of [
    ['l', 'Clientes'],
    ['r', 'Resgate de Cashback'],
    ['d', 'Dashboard'],
  ] as const) {
    await counter.keyboard.press('g');
    await counter.keyboard.press(letter);
    const heading = counter.getByRole('heading', { level: 1, name: title });
    await expect(heading).toBeVisible();
    // A screen of the counter puts the focus in its field.
    if (letter === 'r') await expect(field).toBeFocused();
    await heading.click();
  }
  await counter.keyboard.press('n');
  await expect(counter).toHaveURL(/\/cashback$/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  // Letters are typed where there is something to type.
  await counter.keyboard.press('g');
  await counter.keyboard.press('d');
  await counter.keyboard.press('?');
  await expect(counter).toHaveURL(/\/cashback$/);
  await counter.getByRole('heading', { level: 1 }).click();
  await expect(field).not.toBeFocused();
  await counter.keyboard.press('n');
  await expect(field).toBeFocused();

  await counter.getByRole('heading', { level: 1 }).click();
  await counter.keyboard.press('?');
  await shortcuts(counter).getByText('Usar atalhos de uma letra').click();
  await counter.keyboard.press('Escape');
  await expect(counter).toHaveURL(/\/cashback$/);
  await counter.reload();
  await expect(field).toBeFocused();
  await counter.getByRole('heading', { level: 1 }).click();
  await counter.keyboard.press('?');
  await counter.keyboard.press('n');
  await expect(field).not.toBeFocused();
  await expect(counter).toHaveURL(/\/cashback$/);
  // Nor in the window of a code, which the counter itself listens in.
  await issueCashback(counter, newPhone(), '10,00');
  await counter.keyboard.press('n');
  await expect(counter).toHaveURL(/codigo=/);
  await counter.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await counter.getByRole('heading', { level: 1 }).click();
  // The list is found by the search, and switches them on again.
  await counter.keyboard.press('Control+k');
  await expect(palette(counter)).toBeFocused();
  await counter.keyboard.type('atalhos');
  await expect(counter.getByRole('option', { name: 'Atalhos do teclado' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await counter.keyboard.press('Enter');
  await shortcuts(counter).getByText('Usar atalhos de uma letra').click();
  await counter.keyboard.press('Escape');
  await expect(shortcuts(counter)).toHaveCount(0);
  await counter.keyboard.press('n');
  await expect(field).toBeFocused();
});
