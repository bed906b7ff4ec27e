import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, type Merchant, test } from '../src/merchant.ts';
import { png } from '../src/png.ts';

async function openTab(counter: Page, tab: 'geral' | 'marketing' | 'cashback'): Promise<void> {
  await counter.goto(`/settings?aba=${tab}`);
  await expect(counter.getByRole('button', { name: 'Salvar' })).toBeVisible();
}

async function save(counter: Page): Promise<void> {
  await counter.getByRole('button', { name: 'Salvar' }).click();
}

async function storedOf(merchant: Merchant): Promise<Record<string, string | null>> {
  const [row] = await asOwner<Record<string, string | null>>(
    `SELECT name, phone, address, brand_color, gtm_id, meta_pixel_id, logo_url FROM merchants
     WHERE signup_link_slug = $1`,
    [merchant.slug],
  );
  return row ?? {};
}

test('an owner says who the merchant is, and the frame says it at once', async ({ counter, merchant }) => {
  await openTab(counter, 'geral');
  await expect(counter.getByLabel(/^Email/)).toHaveValue(merchant.email);
  await expect(counter.getByLabel(/^Email/)).not.toBeEditable();
  await expect(counter.getByText('Email não pode ser alterado')).toBeVisible();

  await counter.getByLabel('Nome do estabelecimento').fill('<img src=x onerror=alert(1)>');
  await counter.getByLabel(/^Telefone/).fill('113');
  await counter.getByLabel('Cor', { exact: true }).fill('javascript:');
  await save(counter);
  await expect(counter.getByText('Não use os sinais < e >')).toBeVisible();
  await expect(counter.getByText('Número de telefone inválido')).toBeVisible();
  await expect(counter.getByText('Use uma cor no formato #1a2b3c')).toBeVisible();
  await expect(counter.getByLabel('Nome do estabelecimento')).toBeFocused();
  await expectAccessible(counter, 'general settings with errors');

  await counter.getByLabel('Nome do estabelecimento').fill('Padaria São José');
  await counter.getByLabel(/^Telefone/).fill('11987654321');
  await counter.getByLabel('Cor', { exact: true }).fill('#FFEB3B');
  await expect(counter.getByText(/No tema claro, textos e ícones usam um tom mais escuro/)).toBeVisible();
  await expectAccessible(counter, 'a light color in both previews');
  await save(counter);
  await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await expect(counter.getByLabel('Barra lateral').getByText('Padaria São José')).toBeVisible();
  expect(await storedOf(merchant)).toMatchObject({
    name: 'Padaria São José',
    phone: '11987654321',
    brand_color: '#ffeb3b',
  });
});

test('a logo is picked, shown at once in the frame and in public, and removed again', async ({
  counter,
  merchant,
}) => {
  await openTab(counter, 'geral');
  const picker = counter.locator('input[type=file]');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const message = counter.getByRole('alert').getByText('Envie uma imagem PNG, JPEG ou WebP de até 1 MB.');
  await picker.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg });
  await expect(message).toBeVisible();
  await expectAccessible(counter, 'a file that is no logo');
  // A PNG by its name only: the browser accepts it, the server reads its content.
  const refused = counter.waitForResponse('**/files/logo');
  await picker.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg });
  expect((await refused).status()).toBe(400);
  await expect(message).toBeVisible();
  expect((await storedOf(merchant)).logo_url).toBe(null);

  await picker.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(300, 300) });
  await expect(counter.getByText('Logo atualizado!')).toBeVisible();
  await expect(message).toHaveCount(0);
  const shown = counter.getByLabel('Barra lateral').locator('img[src^="/media/logos/"]');
  await expect(shown).toBeVisible();
  await expect(shown).toHaveJSProperty('naturalWidth', 300);
  expect(await shown.getAttribute('src')).toBe((await storedOf(merchant)).logo_url);

  await counter.getByRole('button', { name: 'Remover logo' }).click();
  const dialog = counter.getByRole('dialog', { name: 'Remover logo?' });
  await expectAccessible(counter, 'asking before the logo goes');
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(counter.getByText('Logo removido!')).toBeVisible();
  await expect(shown).toHaveCount(0);
  await expect(counter.getByRole('button', { name: 'Escolher imagem' })).toBeFocused();
  expect((await storedOf(merchant)).logo_url).toBe(null);
});

test('marketing ids are masked, checked at the field and stored as their providers write them', async ({
  counter,
  merchant,
}) => {
  await openTab(counter, 'marketing');
  const gtm = counter.getByLabel('ID do Google Tag Manager', { exact: true });
  const pixel = counter.getByLabel('ID do pixel da Meta', { exact: true });
  await expect(gtm).toHaveAttribute('type', 'password');
  await gtm.fill('<script>alert(1)</script>');
  await pixel.fill('javascript:alert(1)');
  await save(counter);
  await expect(counter.getByText('Use o ID do contêiner, no formato GTM-XXXXXXX')).toBeVisible();
  await expect(counter.getByText('Use só os 15 ou 16 números do ID do pixel')).toBeVisible();
  await expect(gtm).toBeFocused();
  await expectAccessible(counter, 'marketing settings with errors');
  expect(await storedOf(merchant)).toMatchObject({ gtm_id: null, meta_pixel_id: null });

  await gtm.fill(' gtm-abc1234 ');
  await pixel.fill('123456789012345');
  await save(counter);
  await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await counter.getByRole('button', { name: 'Mostrar ID do Google Tag Manager' }).click();
  await expect(gtm).toHaveValue('GTM-ABC1234');
  await expect(gtm).toHaveAttribute('type', 'text');
  await expect(pixel).toHaveAttribute('type', 'password');
  expect(await storedOf(merchant)).toMatchObject({ gtm_id: 'GTM-ABC1234', meta_pixel_id: '123456789012345' });

  // Values that cannot be saved stay in the form; an unreadable file is reported.
  await counter.route('**/trpc/merchants.saveMarketingSettings', (route) => route.abort());
  await gtm.fill('GTM-OUTRO1');
  await save(counter);
  await expect(counter.getByText('Erro ao salvar configurações')).toBeVisible();
  await expect(gtm).toHaveValue('GTM-OUTRO1');
});

test('leaving with unsaved changes asks: by a link, a tab, the back button, signing out and reloading', async ({
  counter,
}) => {
  await counter.goto('/dashboard');
  await counter.getByRole('link', { name: 'Configurações' }).click();
  await counter.getByRole('tab', { name: 'Geral' }).click();
  const name = counter.getByLabel('Nome do estabelecimento');
  await expect(name).toBeVisible();
  // Without a change there is no question.
  await counter.getByRole('tab', { name: 'Marketing' }).click();
  await counter.getByRole('tab', { name: 'Geral' }).click();
  await name.fill('Nome que não foi salvo');

  const question = counter.getByRole('dialog', { name: 'Sair sem salvar?' });
  const stay = question.getByRole('button', { name: 'Continuar editando' });
  const ways = [
    () => counter.getByRole('link', { name: 'Clientes' }).click(),
    () => counter.getByRole('tab', { name: 'Marketing' }).click(),
    () => counter.evaluate(() => history.back()),
    () => counter.getByRole('button', { name: 'Sair', exact: true }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(stay).toBeFocused();
    await stay.click();
    await expect(question).toHaveCount(0);
    await expect(counter).toHaveURL(/\/settings\?aba=geral$/);
    await expect(name).toHaveValue('Nome que não foi salvo');
  }
  await counter.getByRole('link', { name: 'Clientes' }).click();
  await expect(question).toBeVisible();
  await expectAccessible(counter, 'asking before leaving');
  await counter.keyboard.press('Escape');
  await expect(question).toHaveCount(0);

  const asked = counter.waitForEvent('dialog');
  const reload = counter.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  await expect(name).toHaveValue('Nome que não foi salvo');

  await counter.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Sair sem salvar' }).click();
  await expect(counter).toHaveURL(/\/dashboard$/);

  // A saved form lets go.
  await openTab(counter, 'geral');
  await name.fill('Nome salvo');
  await save(counter);
  await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await counter.getByRole('link', { name: 'Clientes' }).click();
  await expect(counter).toHaveURL(/\/customers$/);
});
