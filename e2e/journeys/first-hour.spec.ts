import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { card } from '../src/dashboard-screen.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone, qrLink, test } from '../src/merchant.ts';
import { png } from '../src/png.ts';
import { readQr } from '../src/read-qr.ts';
import { reais, valueUnder } from '../src/reports-screen.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'Primeiros passos' });
const step = (page: Page, name: string | RegExp) => steps(page).getByRole('button', { name });

/** Makes a trial to this phone; the dialog stays open. Returns the link in its code. */
async function tryOut(counter: Page, phone: string): Promise<string> {
  await counter.goto('/cashback?teste=sim');
  await counter.getByLabel('Seu telefone').fill(phone);
  await counter.getByRole('button', { name: 'Gerar QR Code de teste' }).click();
  return await qrLink(counter);
}

test('a new owner is led from the sign-up through five steps, which tick themselves off, and is done', async ({
  page,
  phone,
}) => {
  const email = `rita${Date.now()}@quitanda.example`;
  const ownPhone = newPhone();

  await test.step('the sign-up says that one step is left, and leads to the login', async () => {
    await page.goto('/signup');
    await page.getByLabel('Nome do Estabelecimento').fill('Quitanda da Rita');
    await page.getByLabel('Telefone').fill('1132104567');
    await page.getByLabel('Endereço').fill('Rua das Flores, 10');
    await page.getByLabel('Seu Nome Completo').fill('Rita de Cássia');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill('quitanda-do-bairro');
    await page.getByLabel('Confirmar Senha').fill('quitanda-do-bairro');
    await page.getByRole('checkbox', { name: /^Li e aceito/ }).press('Space');
    await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
    await expect(page.getByText('Falta um passo: entre com a senha que acabou de criar.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByLabel('Senha').fill('quitanda-do-bairro');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('the first: what the percentage costs, kept as it is', async () => {
    await expect(steps(page)).toContainText('0 de 5');
    await expect(steps(page)).toContainText(/De cada R\$ 100 vendidos, R\$\s5,00 voltam ao cliente/);
    await expectAccessible(page, 'first steps');
    await step(page, 'Manter 5%').click();
    await expect(steps(page)).toContainText('1 de 5');
    await expect(step(page, 'Percentual e regras (feito)')).toBeVisible();
  });

  await test.step('the second: the logo, and a color that it suggests', async () => {
    await steps(page).getByRole('link', { name: 'Escolher logo e cor' }).click();
    const upload = { name: 'logo.png', mimeType: 'image/png', buffer: png(60, 40) };
    await page.locator('input[type="file"]').setInputFiles(upload);
    await expect(page.getByText('Logo atualizado!')).toBeVisible();
    // Stored as WebP, the red is a hair away from the file's.
    await page.getByRole('button', { name: /^Usar a cor #b[0-9a-f]{5} do logo$/ }).click();
    await expect(page.getByLabel('Cor', { exact: true })).toHaveValue(/^#b[0-9a-f]{5}$/);
    await expectAccessible(page, 'colors of the logo');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
    await page.goto('/dashboard');
    await expect(steps(page)).toContainText('2 de 5');
  });

  await test.step('the third: the poster, printed', async () => {
    await steps(page).getByRole('link', { name: 'Abrir o cartaz' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Usar a cor da marca')).toBeChecked();
    const marked = page.waitForResponse((response) => response.url().includes('/trpc/setup.mark'));
    await dialog.getByRole('button', { name: 'Imprimir' }).click();
    await marked;
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
    await expect(page).toHaveURL(/\?aba=link$/);
    await page.goto('/dashboard');
    await expect(steps(page)).toContainText('3 de 5');
  });

  await test.step('the fourth: alone for now', async () => {
    await step(page, 'Trabalho sozinho por enquanto').click();
    await expect(steps(page)).toContainText('4 de 5');
  });

  await test.step('the fifth: a trial to the own phone, live on both screens', async () => {
    await steps(page).getByRole('link', { name: 'Testar no meu celular' }).click();
    await expect(page.getByLabel('Valor da compra')).toHaveValue(/R\$\s100,00/);
    await page.getByLabel('Seu telefone').fill('119');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Número de telefone inválido')).toBeVisible();
    await expectAccessible(page, 'trial form with an error');
    await page.getByLabel('Seu telefone').fill(ownPhone);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Compra de teste' });
    await expect(dialog).toContainText('Aguardando leitura do QR Code');
    await expectAccessible(page, 'trial waiting');
    const link = await qrLink(page);
    expect(await readQr(dialog.locator('svg[role="img"]').first())).toBe(link);
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Parabéns!' })).toBeVisible();
    await expect(phone.locator('main')).toContainText('Compra de teste: nada foi creditado');
    await expect(phone.locator('main')).toContainText(/\+R\$\s5,00/);
    await expect(phone.getByText('Quitanda da Rita').first()).toBeVisible();
    await expectAccessible(phone, 'trial confirmed, phone');
    await expect(dialog).toContainText('Confirmado! Foi só um teste: nada foi creditado.');
    await expectAccessible(page, 'trial confirmed');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(steps(page)).toContainText('5 de 5');
  });

  await test.step('the list is closed for good, and found again in the settings', async () => {
    await expect(steps(page).getByText('Tudo pronto!')).toBeVisible();
    await expectAccessible(page, 'first steps done');
    await steps(page).getByRole('button', { name: 'Concluir' }).click();
    await expect(steps(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused();
    await page.reload();
    await expect(page.getByText('Nenhuma venda registrada ainda')).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Primeiros passos' }).click();
    await expect(step(page, 'Compra de teste (feito)')).toBeVisible();
    await steps(page).getByRole('button', { name: 'Fechar' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(steps(page)).toHaveCount(0);
  });
});

test('a trial is in no number, list, history or file, and its link is no purchase', async ({
  counter,
  merchant,
  phone,
}) => {
  const ownPhone = newPhone();
  const link = await tryOut(counter, ownPhone);
  await phone.goto(link);
  await expect(phone.getByText('Compra de teste: nada foi creditado')).toBeVisible();

  await phone.goto(`/customer/dashboard/${ownPhone}?loja=${merchant.slug}`);
  await expect(phone.getByText('Cliente não encontrado')).toBeVisible();
  await phone.goto(link.replace('/trial/TRIAL_', '/cashback/CASHBACK_'));
  await expect(phone.getByText('QR Code inválido ou expirado')).toBeVisible();

  await counter.goto('/dashboard');
  for (const title of ['Total de Clientes', 'Transações'])
    await expect(valueUnder(counter, title)).toHaveText('0');
  await expect(valueUnder(counter, 'Cashback Distribuído')).toHaveText(reais(0));
  await counter.goto('/cashback');
  await expect(counter.getByRole('heading', { name: 'Gerar Cashback' })).toBeVisible();
  await expect(counter.getByText(/R\$\s100,00/)).toHaveCount(0);
  await counter.goto('/customers');
  await expect(counter.getByText('Nenhum cliente cadastrado ainda')).toBeVisible();
  const rows = await asOwner<{ table: string; rows: number }>(
    `SELECT 'customers' AS table, count(*)::int AS rows FROM customers c JOIN merchants m ON m.id = c.merchant_id AND m.signup_link_slug = $1
     UNION ALL SELECT 'transactions', count(*)::int FROM transactions t JOIN merchants m ON m.id = t.merchant_id AND m.signup_link_slug = $1
     UNION ALL SELECT 'ledger', count(*)::int FROM ledger_entries l JOIN merchants m ON m.id = l.merchant_id AND m.signup_link_slug = $1
     UNION ALL SELECT 'deliveries', count(*)::int FROM deliveries d JOIN merchants m ON m.id = d.merchant_id AND m.signup_link_slug = $1`,
    [merchant.slug],
  );
  expect(rows.map((row) => row.rows)).toEqual([0, 0, 0, 0]);
  await counter.goto('/audit');
  await expect(
    counter.getByRole('table').getByText('Fez uma compra de teste', { exact: true }),
  ).toBeVisible();
});

test('the next trial ends the link of the one before', async ({ counter, phone }) => {
  const first = await tryOut(counter, newPhone());
  const second = await tryOut(counter, newPhone());
  await phone.goto(first);
  await expect(phone.getByText('QR Code inválido ou expirado')).toBeVisible();
  await phone.goto(second);
  await expect(phone.getByText('Compra de teste: nada foi creditado')).toBeVisible();
  await expect(counter.getByRole('dialog')).toContainText('Confirmado!');
});

test('before the first purchase the cards stand at zero and nothing is compared; it brings the rest', async ({
  counter,
  merchant,
  request,
}) => {
  for (const width of [320, 1440]) {
    await counter.setViewportSize({ width, height: 800 });
    await counter.goto('/dashboard');
    await expect(valueUnder(counter, 'Ticket Médio')).toHaveText(reais(0));
    await expectPageWidth(counter, width);
  }
  await expect(card(counter, 'Transações')).toHaveText(/^Transações0$/);
  await expect(counter.getByText('CAC')).toHaveCount(0);
  await expect(counter.getByText('Investimento em marketing')).toHaveCount(0);
  await expect(counter.getByText(/Comparado com|período anterior/)).toHaveCount(0);
  await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  await counter.reload();
  await expect(valueUnder(counter, 'Transações')).toHaveText('1');
  await expect(counter.getByRole('region', { name: 'CAC e LTV' })).toBeVisible();
  await expect(counter.getByLabel('Valor investido')).toBeVisible();
});

test('an operator sees no first steps, and the address of the trial shows them the counter', async ({
  counter,
  merchant,
}) => {
  await asOwner(
    `UPDATE employees SET role = 'operator' WHERE merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1)`,
    [merchant.slug],
  );
  await counter.goto('/dashboard');
  await expect(counter.getByText('Nenhuma venda registrada ainda')).toBeVisible();
  await expect(steps(counter)).toHaveCount(0);
  await counter.goto('/cashback?teste=sim');
  await expect(counter.getByRole('heading', { name: 'Gerar Cashback' })).toBeVisible();
  await counter.goto('/settings');
  await expect(counter.getByRole('tab', { name: 'Meu Perfil' })).toBeVisible();
  await expect(counter.getByRole('link', { name: 'Primeiros passos' })).toHaveCount(0);
});

test('steps can be dismissed before they are done, and a chosen one opens alone', async ({ counter }) => {
  await counter.goto('/dashboard');
  await step(counter, 'Cartaz do balcão').click();
  await expect(steps(counter).getByRole('link')).toHaveText(['Abrir o cartaz']);
  await expect(step(counter, 'Cartaz do balcão')).toHaveAttribute('aria-current', 'step');
  await step(counter, 'Dispensar').click();
  await expect(counter.getByText('Os primeiros passos continuam em Configurações.')).toBeVisible();
  await expect(steps(counter)).toHaveCount(0);
});
