import type { Browser, Page } from '@playwright/test';
import { addPasskey } from '../src/add-passkey.ts';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { endSessions } from '../src/cut-counter.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, type Merchant, newAddress, newPhone, openSession, test } from '../src/merchant.ts';
import { addAuthenticator } from '../src/virtual-authenticator.ts';

const TABLET = { width: 1024, height: 768 };
const NEEDED = 'Precisa de aprovação';
const PIN = '4821';

test.use({ viewport: TABLET });

const NAMES = { operator: 'Olga Operadora', manager: 'Gil Gerente' };

/** An employee of the merchant, signed in at a browser of their own; the password is the owner's. */
async function openBrowserOf(
  role: keyof typeof NAMES,
  { browser, merchant }: { browser: Browser; merchant: Merchant },
): Promise<Page> {
  const email = `${role}-${merchant.email}`;
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, password_hash, role)
     SELECT merchant_id, gen_random_uuid(), $3, $2, password_hash, $4 FROM employees WHERE email = $1`,
    [merchant.email, email, NAMES[role], role],
  );
  const context = await browser.newContext({
    viewport: TABLET,
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  const page = await context.newPage();
  await openSession(page, { email, password: merchant.password });
  return page;
}

/** Above 500 reais each kind of movement waits. */
const setValues = ({ email }: Merchant) =>
  asOwner(
    `UPDATE merchants SET approve_purchases_above_cents = 50000, approve_redemptions_above_cents = 50000,
       approve_corrections_above_cents = 50000
     WHERE id = (SELECT merchant_id FROM employees WHERE email = $1)`,
    [email],
  );

/** The employee's session is one that a PIN opened on a registered tablet. */
const moveToTablet = (email: string) =>
  asOwner(
    `WITH tablet AS (
       INSERT INTO counter_tablets (merchant_id, id, name, registered_by, created_at, token_hash)
       SELECT merchant_id, gen_random_uuid(), 'Balcão', id, now(), sha256(id::text::bytea) FROM employees
       WHERE email = $1 RETURNING id, registered_by)
     UPDATE sessions SET tablet_id = tablet.id, expires_at = now() + interval '5 minutes' FROM tablet
     WHERE employee_id = tablet.registered_by`,
    [email],
  );

/** As a hand on the keyboard does it: the phone, the value, Enter. */
async function typePurchase(counter: Page, phone: string, centavos: string): Promise<void> {
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await counter.keyboard.type(phone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByLabel('Valor da compra')).toBeFocused();
  await counter.keyboard.type(centavos);
  await counter.keyboard.press('Enter');
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Aprovações' });
const cards = (page: Page) => page.getByRole('list', { name: 'Pedidos de aprovação' }).getByRole('listitem');
const purchasesOf = async (phone: string) =>
  (
    await asOwner('SELECT FROM transactions t JOIN customers c ON c.id = t.customer_id WHERE c.phone = $1', [
      phone,
    ])
  ).length;

test('an owner sets the value; a purchase above it waits for the manager’s own screen and then goes on by itself', async ({
  counter: owner,
  merchant,
  browser,
}) => {
  await test.step('the value, on the settings', async () => {
    await owner.goto('/settings?aba=geral');
    await owner.getByText('Aprovar compras acima de um valor').click();
    await owner.getByRole('button', { name: 'Salvar' }).click();
    await expect(owner.getByRole('textbox', { name: 'Compras acima de' })).toBeFocused();
    await owner.getByRole('textbox', { name: 'Compras acima de' }).fill('500,00');
    await owner.getByRole('button', { name: 'Salvar' }).click();
    await expect(owner.getByText('Configurações salvas com sucesso!')).toBeVisible();
    await expectAccessible(owner, 'general settings, approval');
    await owner.reload();
    await expect(owner.getByRole('textbox', { name: 'Compras acima de' })).toHaveValue(/500,00/);
    await owner.goto('/audit');
    await owner.getByText('Detalhes').first().click();
    await expect(owner.getByText('Aprovação de compras acima de').first()).toBeVisible();
  });
  const operator = await openBrowserOf('operator', { browser, merchant });
  const manager = await openBrowserOf('manager', { browser, merchant });

  await test.step('up to it a purchase takes the keys that it took before', async () => {
    await operator.goto('/cashback');
    await typePurchase(operator, newPhone(), '50000');
    await expect(dialogOf(operator)).toContainText('QR Code do Cashback');
    await operator.keyboard.press('Escape');
  });

  const phone = newPhone();
  await test.step('above it the counter waits, and nothing is there', async () => {
    await manager.goto('/approvals');
    await expect(manager.getByText('Nenhum pedido nas últimas 24 horas')).toBeVisible();
    await expectAccessible(manager, 'approvals, none');
    await typePurchase(operator, phone, '60000');
    await expect(dialogOf(operator)).toContainText(NEEDED);
    await expect(dialogOf(operator)).toContainText(/Vale por 1[45]:/);
    await expectAccessible(operator, 'cashback, waiting for an approval');
    expect(await purchasesOf(phone)).toBe(0);
  });

  await test.step('the manager’s open screen shows it, and the menu of others', async () => {
    await expect(cards(manager)).toHaveText([/Compra de R\$\s600,00.*Olga Operadora pediu em.*Vale por/]);
    await expectAccessible(manager, 'approvals, one waits');
    for (const width of [320, 390, 1440]) {
      await manager.setViewportSize({ width, height: 800 });
      await expectPageWidth(manager, width);
    }
    await manager.setViewportSize(TABLET);
    await owner.goto('/dashboard');
    await owner.setViewportSize({ width: 1440, height: 900 });
    await expect(menuEntry(owner)).toHaveText(/1 esperando/);
  });

  await test.step('approved, the purchase goes on', async () => {
    await manager.getByRole('button', { name: /^Aprovar: Compra de/ }).click();
    await expect(dialogOf(operator)).toContainText('QR Code do Cashback');
    await expect(dialogOf(operator)).toContainText(/R\$\s30,00/);
    expect(await purchasesOf(phone)).toBe(1);
    await expect(cards(manager)).toHaveText([/Aprovado.*por Gil Gerente/]);
    await expectAccessible(manager, 'approvals, approved');
    await operator.keyboard.press('Escape');
    await expect(operator.getByLabel('Telefone do cliente')).toBeFocused();
  });
});

test('a refusal says why, an asking that was closed or has expired counts nowhere, and a PIN approves at the counter', async ({
  merchant,
  browser,
}) => {
  await setValues(merchant);
  const operator = await openBrowserOf('operator', { browser, merchant });
  const manager = await openBrowserOf('manager', { browser, merchant });
  await moveToTablet(`operator-${merchant.email}`);
  await manager.goto('/approvals');
  await operator.goto('/cashback');
  const phone = newPhone();
  await typePurchase(operator, phone, '60000');
  const dialog = dialogOf(operator);

  await test.step('refused', async () => {
    await manager.getByRole('button', { name: /^Recusar: Compra de/ }).click();
    await expectAccessible(manager, 'approvals, refusing');
    await dialogOf(manager).getByText('Confira o cliente').click();
    await dialogOf(manager).getByRole('button', { name: 'Recusar' }).click();
    await expect(dialog).toContainText('Gil Gerente recusou');
    await expect(dialog).toContainText('Confira o cliente. Nada foi registrado.');
    await expectAccessible(operator, 'cashback, refused');
    await expect(cards(manager)).toHaveText([/Recusado.*por Gil Gerente: Confira o cliente/]);
  });

  await test.step('closed: what was typed stays, and the manager sees that it is over', async () => {
    await dialog.getByRole('button', { name: 'Pedir de novo' }).click();
    await expect(cards(manager)).toHaveText([/Vale por/]);
    await dialog.getByRole('button', { name: 'Cancelar pedido' }).click();
    await expect(operator.getByLabel('Valor da compra')).toBeFocused();
    await expect(operator.getByLabel('Valor da compra')).toHaveValue(/600,00/);
    await expect(cards(manager)).toHaveText([/Cancelado/]);
  });

  await test.step('expired', async () => {
    await operator.keyboard.press('Enter');
    await expect(dialog).toContainText(/Vale por/);
    await asOwner(`UPDATE approvals SET expires_at = now() WHERE phone = $1`, [phone]);
    await expect(dialog).toContainText('O pedido venceu sem resposta');
    await expect(cards(manager)).toHaveText([/Venceu sem resposta/]);
    await expectAccessible(operator, 'cashback, asking expired');
  });

  await test.step('on the spot', async () => {
    await dialog.getByRole('button', { name: 'Pedir de novo' }).click();
    await dialog.getByRole('button', { name: 'Aprovar aqui' }).click();
    await expect(dialog).toContainText('Ninguém que aprova tem um PIN');
    const answer = await manager.request.post('/trpc/auth.setPin', {
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      data: { pin: PIN },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    await dialog.getByRole('button', { name: 'Cancelar pedido' }).click();
    await operator.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Aprovar aqui' }).click();
    await expect(dialog.getByLabel('Quem aprova', { exact: true })).toHaveText('Gil Gerente');
    await expect(dialog.getByLabel('PIN de quem aprova')).toBeFocused();
    await operator.keyboard.type('4822');
    await operator.keyboard.press('Enter');
    await expect(dialog).toContainText('PIN incorreto');
    await expectAccessible(operator, 'cashback, wrong PIN');
    expect(await purchasesOf(phone)).toBe(0);
    await dialog.getByLabel('PIN de quem aprova').fill(PIN);
    await operator.keyboard.press('Enter');
    await expect(dialog).toContainText('QR Code do Cashback');
    expect(await purchasesOf(phone)).toBe(1);
  });
});

test('who waits for an approval comes to the login once the session has ended, with a stream and without one', async ({
  merchant,
  browser,
}) => {
  await setValues(merchant);
  const operator = await openBrowserOf('operator', { browser, merchant });
  const login = { ...merchant, email: `operator-${merchant.email}` };
  const endWhileWaiting = async () => {
    await expect(dialogOf(operator)).toContainText(/Vale por 1[45]:/);
    await endSessions(login);
    await expect(operator).toHaveURL(/\/login$/);
  };
  await operator.goto('/cashback');
  await typePurchase(operator, newPhone(), '60000');
  await endWhileWaiting();
  await operator.route(/\/trpc\/approvals\.watch/, (route) => route.fulfill({ status: 401 }));
  await operator.getByLabel('Senha').fill(merchant.password);
  await operator.keyboard.press('Enter');
  await expect(operator.getByLabel('Valor da compra')).toHaveValue(/600,00/);
  await operator.getByLabel('Valor da compra').press('Enter');
  await endWhileWaiting();
});

test('a manager’s passkey approves at any counter; PINs are for tablets', async ({ merchant, browser }) => {
  await setValues(merchant);
  const page = await openBrowserOf('manager', { browser, merchant });
  const authenticator = await addAuthenticator(page);
  await page.goto('/settings?aba=perfil');
  await addPasskey(page, 'Meu celular');
  await openBrowserOf('operator', { browser, merchant });
  await openSession(page, { email: `operator-${merchant.email}`, password: merchant.password });

  await page.goto('/cashback');
  const phone = newPhone();
  await typePurchase(page, phone, '60000');
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Aprovar aqui' }).click();
  await expect(dialog.getByText('Quem aprova confirma com a própria chave de acesso')).toBeVisible();
  await expect(dialog.getByLabel('PIN de quem aprova')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Usar chave de acesso' })).toBeFocused();
  await expectAccessible(page, 'cashback, approval by a passkey');
  await authenticator.setVerified(false);
  await dialog.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(dialog.getByText('A chave de acesso não foi confirmada.')).toBeVisible();
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectPageWidth(page, width);
    await page.screenshot({ path: test.info().outputPath(`passkey-${width}.png`) });
  }
  expect(await purchasesOf(phone)).toBe(0);
  await authenticator.setVerified(true);
  await dialog.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(dialog).toContainText('QR Code do Cashback');
  expect(await purchasesOf(phone)).toBe(1);
});

test('a redemption waits for the owner, and so does a manager’s correction', async ({
  counter: owner,
  merchant,
  browser,
  request,
}) => {
  await setValues(merchant);
  const phone = newPhone();
  await (await openCounterApi(request, merchant)).credit(phone, 2_000_000);
  const manager = await openBrowserOf('manager', { browser, merchant });
  const operator = await openBrowserOf('operator', { browser, merchant });
  await owner.goto('/approvals');

  await operator.goto('/redemption');
  await operator.getByLabel('Telefone do cliente').fill(phone);
  await operator.keyboard.press('Enter');
  await operator.getByLabel('Valor a resgatar').fill('600,00');
  await operator.keyboard.press('Enter');
  await expect(dialogOf(operator)).toContainText(NEEDED);
  await owner.getByRole('button', { name: /^Aprovar: Resgate de/ }).click();
  await expect(dialogOf(operator)).toContainText('QR Code do Resgate');

  await manager.goto('/customers');
  await manager
    .getByRole('link', { name: /\(11\) 9/ })
    .first()
    .click();
  await manager.getByRole('button', { name: 'Ajustar saldo' }).click();
  await dialogOf(manager).getByText('Débito').click();
  await dialogOf(manager).getByLabel('Valor').fill('700,00');
  await dialogOf(manager).getByLabel('Motivo').fill('Erro de digitação');
  await dialogOf(manager).getByRole('button', { name: 'Ajustar saldo' }).click();
  await expect(dialogOf(manager)).toContainText(NEEDED);
  await expectAccessible(manager, 'customer, correction waiting for an approval');
  await expect(cards(owner).first()).toHaveText(/Ajuste de saldo de -R\$\s700,00.*Gil Gerente pediu/);
  await owner.getByRole('button', { name: /^Aprovar: Ajuste/ }).click();
  await expect(manager.getByText('Saldo ajustado!')).toBeVisible();
  await expect(dialogOf(manager)).toHaveCount(0);
});

test('a purchase above the value that was typed without a network asks for its approval once it is sent', async ({
  merchant,
  browser,
}) => {
  await setValues(merchant);
  const operator = await openBrowserOf('operator', { browser, merchant });
  const manager = await openBrowserOf('manager', { browser, merchant });
  await manager.goto('/approvals');
  await operator.goto('/cashback');
  await expect(operator.getByLabel('Telefone do cliente')).toBeFocused();
  await operator.context().setOffline(true);
  const phone = newPhone();
  await typePurchase(operator, phone, '60000');
  const row = operator.getByRole('list', { name: 'Vendas neste aparelho' }).getByRole('listitem');
  await expect(row).toContainText('1ª da fila');
  await operator.context().setOffline(false);
  await expect(row).toContainText('Este valor precisa da aprovação de outra pessoa.');
  await expectAccessible(operator, 'cashback, a stored purchase needs an approval');
  await row.getByRole('button', { name: 'Pedir aprovação' }).click();
  await expect(dialogOf(operator)).toContainText(NEEDED);
  await manager.getByRole('button', { name: /^Aprovar: Compra de/ }).click();
  await expect(dialogOf(operator)).toContainText('QR Code do Cashback');
  expect(await purchasesOf(phone)).toBe(1);
});
