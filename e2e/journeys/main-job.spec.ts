import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { expect, issueCashback, MOTION, newAddress, newPhone, qrLink, test } from '../src/merchant.ts';

test.use(MOTION);

test('a merchant signs up, a purchase becomes cashback by a confirmed code, and the cashback is redeemed', async ({
  page: counter,
  phone,
}) => {
  const email = `rita${Date.now()}@quitanda.example`;
  const customerPhone = newPhone();

  await test.step('the merchant signs up and is led to the login', async () => {
    await counter.goto('/signup');
    await expect(counter.getByLabel('Nome do Estabelecimento')).toBeVisible();
    await expectAccessible(counter, 'merchant signup');
    await counter.getByLabel('Nome do Estabelecimento').fill('Quitanda da Rita');
    await counter.getByLabel('Telefone').fill('1132104567');
    await counter.getByLabel('Endereço').fill('Rua das Flores, 10 - São Paulo');
    await counter.getByLabel('Seu Nome Completo').fill('Rita de Cássia');
    await counter.getByLabel('Email').fill(email);
    await counter.getByLabel('Senha', { exact: true }).fill('quitanda-do-bairro');
    await counter.getByLabel('Confirmar Senha').fill('quitanda-do-bairro');
    await counter.getByRole('checkbox', { name: /^Li e aceito/ }).press('Space');
    await counter.getByRole('button', { name: 'Criar Conta Grátis' }).click();
    await expect(counter).toHaveURL(/\/login$/);
  });

  await test.step('the owner logs in', async () => {
    await counter.getByLabel('Email').fill(email);
    await counter.getByLabel('Senha').fill('quitanda-do-bairro');
    await counter.getByRole('button', { name: 'Entrar' }).click();
    await expect(counter.getByText('Login realizado com sucesso!')).toBeVisible();
    await expect(counter).toHaveURL(/\/dashboard$/);
    await expect(counter.getByText('Quitanda da Rita').first()).toBeVisible();
  });

  await test.step('R$ 100,00 at 5 % become R$ 5,00 by a confirmed code, seen on both screens', async () => {
    const link = await issueCashback(counter, customerPhone, '100,00');
    await expect(counter.getByText('QR Code gerado com sucesso!')).toBeVisible();
    const dialog = counter.getByRole('dialog');
    await expect(dialog).toContainText('100,00');
    await expect(dialog).toContainText('5,00');
    await expect(dialog).toContainText('5%');
    await expect(dialog.getByText(/Confirmado/)).toHaveCount(0);
    await expectAccessible(counter, 'cashback, QR code waiting');
    await phone.goto(link);
    await expect(phone.getByText('Parabéns!')).toBeVisible();
    await expect(phone.getByText('Seu cashback foi creditado com sucesso!')).toBeVisible();
    await expect(phone.locator('main')).toContainText(/R\$\s5,00/);
    await expect(phone.locator('main')).toContainText('Quitanda da Rita');
    await expect(dialog.getByText(/Confirmado/)).toBeVisible();
    await expectAccessible(counter, 'cashback, QR code confirmed');
    await counter.keyboard.press('Escape');
  });

  await test.step('R$ 3,00 are redeemed the same way', async () => {
    await counter.goto('/redemption');
    await expect(counter.getByText('Nenhum cliente selecionado')).toBeVisible();
    await expectAccessible(counter, 'redemption, before a search');
    await counter.getByLabel('Telefone do cliente').fill(customerPhone);
    await counter.keyboard.press('Enter');
    await expect(counter.getByText(/Máximo: R\$/)).toBeVisible();
    await expectAccessible(counter, 'redemption, customer found');
    await counter.getByLabel('Valor a resgatar').fill('3,00');
    await counter.keyboard.press('Enter');
    await expect(counter.getByText('QR Code de resgate gerado!')).toBeVisible();
    const dialog = counter.getByRole('dialog');
    await expectAccessible(counter, 'redemption, QR code waiting');
    await phone.goto(await qrLink(counter));
    await expect(phone.getByText('Resgate Confirmado!')).toBeVisible();
    await expect(phone.getByText('Descontado do seu saldo')).toBeVisible();
    await expect(dialog.getByText(/Confirmado/)).toBeVisible();
    await counter.keyboard.press('Escape');
    await expect(counter.getByText(/R\$\s2,00/).first()).toBeVisible();
  });

  await test.step("the customer's page shows R$ 2,00 and both histories", async () => {
    await phone.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
    await expect(phone).toHaveURL(new RegExp(`/customer/dashboard/${customerPhone}`));
    await expect(phone.getByText('Histórico de Cashback')).toBeVisible();
    await expect(phone.getByText('Histórico de Resgates')).toBeVisible();
    await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s2,00/);
  });
});

test('opening the link again shows the same success and credits nothing', async ({
  phone,
  request,
  merchant,
}) => {
  const customerPhone = newPhone();
  const { path } = await (await openCounterApi(request, merchant)).sell(customerPhone, 20_000);
  for (let opening = 0; opening < 3; opening += 1) {
    await phone.goto(path);
    await expect(phone.getByText('Seu cashback foi creditado com sucesso!')).toBeVisible();
  }
  await phone.goto(`/customer/dashboard/${customerPhone}`);
  await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s10,00/);
});

test('reading the link without running its script, as previews do, confirms nothing', async ({
  counter,
  browser,
  phone,
}) => {
  const customerPhone = newPhone();
  const link = await issueCashback(counter, customerPhone, '200,00');
  const preview = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  await (await preview.newPage()).goto(link);
  await preview.close();
  await phone.goto(`/customer/dashboard/${customerPhone}`);
  await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s0,00/);
  await expect(counter.getByRole('dialog').getByText(/Confirmado/)).toHaveCount(0);
});

test('a dialog turns to confirmed though other tabs hold every event stream the session may have', async ({
  counter,
  phone,
  request,
  merchant,
}) => {
  const { transactionId } = await (await openCounterApi(request, merchant)).sell(newPhone(), 1_000);
  const other = await counter.context().newPage();
  await other.goto('/healthz');
  await other.evaluate(async (id) => {
    const address = `/trpc/cashback.watch?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    const opened = Array.from({ length: 4 }, () => new EventSource(address));
    await Promise.all(
      opened.map((stream) => new Promise((resolve) => stream.addEventListener('connected', resolve))),
    );
    // Held, or the browser would let go of them.
    Object.assign(window, { opened });
  }, transactionId);
  const refused = counter.waitForResponse((response) => response.url().includes('/trpc/cashback.watch'));
  const link = await issueCashback(counter, newPhone(), '100,00');
  expect((await refused).status()).toBe(429);
  await phone.goto(link);
  await expect(phone.getByText('Parabéns!')).toBeVisible();
  await expect(counter.getByRole('dialog').getByText(/Confirmado/)).toBeVisible();
});

test('the counter works without a mouse: phone, value, Enter, Escape, next customer', async ({ counter }) => {
  await counter.goto('/cashback');
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await expectAccessible(counter, 'cashback, form');
  await counter.keyboard.type(newPhone());
  await counter.keyboard.press('Tab');
  await counter.keyboard.type('4590');
  await expect(counter.getByText(/R\$\s2,30/)).toBeVisible();
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s45,90/);
  await counter.keyboard.press('Escape');
  await expect(counter.getByRole('dialog')).toHaveCount(0);
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await expect(counter.getByLabel('Telefone do cliente')).toHaveValue('');
});
