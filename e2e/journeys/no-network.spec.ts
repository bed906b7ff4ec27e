import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import {
  addEmployee,
  endSessions,
  listPurchases,
  openForm,
  outboxOf,
  storageFor,
  test,
  typePurchase,
} from '../src/cut-counter.ts';
import { CUTS } from '../src/cutting-front.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone } from '../src/merchant.ts';
import { receivedFiles, untilReceived } from '../src/received-files.ts';
import { untilIdle } from '../src/until-idle.ts';

const ISSUE = /^\/trpc\/cashback\.issue$/;

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'Você pode continuar vendendo' });

for (const cut of CUTS) {
  test(`the network goes ${cut} the request: the purchase waits, goes out by itself and counts once`, async ({
    cutCounter: page,
    front,
    merchant,
  }) => {
    let isCut = true;
    front.cut(ISSUE, () => (isCut ? cut : undefined));
    const phone = newPhone();
    await typePurchase(page, phone, '45,90');
    await expect(outboxOf(page).getByRole('listitem')).toContainText('1ª da fila');
    await expect(page.getByLabel('Telefone do cliente')).toHaveValue('');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await listPurchases(merchant)).length).toBe(cut === 'after' ? 1 : 0);

    isCut = false;
    // Nothing else is typed: its code shows itself.
    await expect(page.getByRole('dialog')).toContainText(/R\$\s45,90/);
    await page.keyboard.press('Escape');
    await expect(outboxOf(page)).toHaveCount(0);
    expect(await listPurchases(merchant)).toEqual([`${phone} 4590`]);
  });
}

test('without a network two customers are served one after the other with the hands on the keyboard', async ({
  cutCounter: page,
  front,
}) => {
  // It goes before anything is fetched ahead, the library of the toasts among it.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await openForm(page);
  front.goAway();
  const rows = outboxOf(page).getByRole('listitem');
  for (const [index, phone] of [newPhone(), newPhone()].entries()) {
    await expect(page.getByLabel('Telefone do cliente')).toBeFocused();
    await page.keyboard.type(phone);
    await expect(page.getByLabel('Valor da compra')).toBeFocused();
    await page.keyboard.type('1000');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(index + 1);
  }
  await expect(page.getByLabel('Telefone do cliente')).toBeFocused();
});

test('purchases that earn nothing leave no code behind: the list says that they are recorded', async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  await asOwner('UPDATE merchants SET earning_min_purchase_cents = 1000 WHERE signup_link_slug = $1', [
    merchant.slug,
  ]);
  front.goAway();
  for (const phone of [newPhone(), newPhone()]) await typePurchase(page, phone, '9,99');
  front.comeBack();
  const rows = outboxOf(page).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Registrada, sem cashback' })).toHaveCount(2);
  await expect(rows.getByText('WhatsApp')).toHaveCount(0);
  await expectAccessible(page, 'cashback, purchases sent later that earn nothing');
  await page.getByRole('link', { name: 'Clientes' }).click();
  await expect(page.getByRole('heading', { name: 'Clientes', level: 1 })).toBeVisible();
  await expect(page.getByText(/Códigos? prontos?/i)).toHaveCount(0);
  await page.goBack();
  for (const left of [1, 0]) {
    await expect(rows.first().getByRole('button')).toHaveText(/^Tirar da lista/);
    await rows.first().getByRole('button').click();
    await expect(rows).toHaveCount(left);
  }
});

for (const path of ['/dashboard', '/customers', '/redemption', '/reports', '/audit', '/settings?aba=geral']) {
  test(`what failed on ${path} is there by itself once the network is back`, async ({
    cutCounter: page,
    front,
  }) => {
    let isCut = true;
    front.cut(/^\/trpc\//, () => (isCut ? 'before' : undefined));
    await page.goto(path);
    const again = page.getByRole('button', { name: 'Tentar novamente' });
    await expect(again.first()).toBeVisible();
    isCut = false;
    await expect(again).toHaveCount(0);
    await expect(page.getByText('Sem conexão')).toHaveCount(0);
  });
}

test('who is signed in is asked again too, where every other call has succeeded meanwhile', async ({
  cutCounter: page,
  front,
}) => {
  let isCut = true;
  front.cut(/^\/trpc\/[^?]*auth\.session/, () => (isCut ? 'before' : undefined));
  await page.goto('/customers');
  await expect(page.getByText('Nenhum cliente cadastrado')).toBeVisible();
  // Not the bar of a lost connection, which a call that succeeds ends.
  await expect(page.getByText('Sem conexão com o servidor')).toBeVisible();
  isCut = false;
  await expect(page.getByText('Sem conexão')).toHaveCount(0);
});

test('without a network the counter goes on: a lasting bar, a list in order, and codes once it is back', async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  const phones = [newPhone(), newPhone(), newPhone()];
  const [first = '', second = '', third = ''] = phones;
  front.goAway();
  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  await expect(page.getByText('Sem conexão: a venda fica neste aparelho')).toBeVisible();
  const rows = outboxOf(page).getByRole('listitem');
  for (const [index, phone] of phones.entries()) {
    await typePurchase(page, phone, '100,00');
    await expect(rows).toHaveCount(index + 1);
  }
  await expect(rows).toHaveText([/1ª da fila/, /2ª da fila/, /3ª da fila/]);
  await expect(bar(page)).toContainText('3 vendas esperam neste aparelho.');
  await expectAccessible(page, 'cashback, without a network');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectPageWidth(page, 320);
  await page.setViewportSize({ width: 1280, height: 720 });

  await rows.nth(1).getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(rows).toHaveText([/1ª da fila/, /2ª da fila/]);

  front.comeBack();
  await page.context().setOffline(false);
  await expect(rows).toHaveText([/Código pronto/, /Código pronto/]);
  await expect(bar(page)).toHaveCount(0);
  await expectAccessible(page, 'cashback, codes ready');
  expect(await listPurchases(merchant)).toEqual([`${first} 10000`, `${third} 10000`]);
  expect(second).not.toBe('');

  await expect(rows.first().getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/55${first}\\?text=.*CASHBACK_`),
  );
  await rows.first().getByRole('button', { name: 'Mostrar QR Code' }).click();
  await expect(page.getByRole('dialog')).toContainText('QR Code do Cashback');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(1);
});

test('a purchase typed twice without a network asks once it is back, and shows no code over the help', async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  const phone = newPhone();
  front.goAway();
  await page.context().setOffline(true);
  const rows = outboxOf(page).getByRole('listitem');
  await typePurchase(page, phone, '30,00');
  await typePurchase(page, phone, '30,00');
  await expect(rows).toHaveCount(2);
  front.comeBack();
  await page.context().setOffline(false);
  await expect(rows).toHaveText([/Código pronto/, /Igual à compra de .* Registrar outra\?/]);
  await expectAccessible(page, 'cashback, a question in the outbox');
  expect(await listPurchases(merchant)).toHaveLength(1);
  await rows.first().getByRole('button', { name: 'Tirar da lista' }).click();
  await expect(rows).toHaveCount(1);

  // Opened between the answer's way there and back: the code must not open underneath.
  await rows.getByRole('button', { name: 'Registrar mesmo assim' }).focus();
  await page.evaluate(() => {
    window.location.hash = 'ajuda';
  });
  const help = page.getByRole('dialog', { name: /^Ajuda/ });
  await expect(help).toBeVisible();
  await rows.getByRole('button', { name: 'Registrar mesmo assim' }).dispatchEvent('click');
  await expect(rows).toHaveText([/Código pronto/]);
  await help.getByText('Como registro uma venda?').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await listPurchases(merchant)).toHaveLength(2);
});

test('a redemption needs the network, and says so beside its button', async ({ cutCounter: page, front }) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Resgate' }).click();
  await expect(page.getByText('Nenhum cliente selecionado')).toBeVisible();
  front.goAway();
  await page.context().setOffline(true);
  await expect(page.getByText('Sem conexão: o resgate confere o saldo na hora')).toBeVisible();
  await expectAccessible(page, 'redemption, without a network');
});

test("the counter's screens are fetched before the network goes; one that is not comes by itself", async ({
  counter,
  cutCounter: page,
  front,
}) => {
  const files = receivedFiles(counter, 'mfe-backoffice');
  for (const screen of ['/cashback', '/redemption', '/customers']) {
    await counter.goto(screen);
    await expect(counter.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await untilIdle(counter);
  const ahead = receivedFiles(page, 'mfe-backoffice');
  await page.goto('/dashboard');
  await untilReceived(files, ahead);
  front.goAway();
  await page.context().setOffline(true);
  const menu = page.getByRole('navigation', { name: 'Principal' });
  await menu.getByRole('link', { name: 'Cashback' }).click();
  await expect(page.getByLabel('Telefone do cliente')).toBeVisible();
  await menu.getByRole('link', { name: 'Resgate' }).click();
  await expect(page.getByText('Nenhum cliente selecionado')).toBeVisible();
  await menu.getByRole('link', { name: 'Clientes' }).click();
  await expect(page.getByPlaceholder(/Buscar por telefone/)).toBeVisible();
  await menu.getByRole('link', { name: 'Configurações' }).click();
  await expect(page.getByText('Esta página não pôde ser carregada.')).toBeVisible();
  front.comeBack();
  await page.context().setOffline(false);
  await expect(page.getByRole('tab', { name: 'Meu Perfil' })).toBeVisible();
});

test('who saves data gets no screen ahead', async ({ cutCounter: page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  // The page that was open may be fetching still.
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilIdle(page);
  expect(asked.filter((path) => path.startsWith('/remotes/mfe-backoffice/'))).toEqual([]);
});

test('a browser that is closed and opened again sends what waited, and counts it once', async ({
  counter,
  front,
  merchant,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'journey-profile-'));
  const { launchOptions } = test.info().project.use;
  const open = () =>
    chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: front.origin, locale: 'pt-BR' });
  const phone = newPhone();
  let context = await open();
  try {
    const { cookies, origins } = await storageFor(counter, front);
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, expires: Date.now() / 1000 + 3_600 })));
    const page = await context.newPage();
    await page.goto('/healthz');
    await page.evaluate((stored) => {
      for (const { name, value } of stored) localStorage.setItem(name, value);
    }, origins[0]?.localStorage ?? []);
    await openForm(page);
    // Received and answered, but the counter never hears of it; then the browser is closed.
    front.cut(ISSUE, () => 'after');
    await typePurchase(page, phone, '25,00');
    await expect(outboxOf(page)).toContainText('1ª da fila');
    await context.close();

    front.cut(ISSUE, () => undefined);
    context = await open();
    const again = await context.newPage();
    await again.goto('/dashboard');
    await expect(again.getByText('Código pronto')).toBeVisible();
    await again.getByRole('link', { name: 'Ver em Cashback' }).click();
    // The counter is free: the code shows itself.
    await expect(again.getByRole('dialog')).toContainText(/R\$\s25,00/);
    expect(await listPurchases(merchant)).toEqual([`${phone} 2500`]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test('a tab that is closed while it sends loses nothing; two tabs send what waits once', async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  const other = await page.context().newPage();
  await openForm(other);
  let isCut = true;
  front.cut(ISSUE, () => (isCut ? 'before' : undefined));
  const phones = [newPhone(), newPhone()];
  for (const [index, phone] of phones.entries()) {
    await typePurchase(page, phone, '10,00');
    await expect(outboxOf(page).getByRole('listitem')).toHaveCount(index + 1);
  }
  await expect(outboxOf(other).getByRole('listitem')).toHaveCount(2);
  isCut = false;
  await other.reload();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  for (const tab of [page, other]) {
    await expect(outboxOf(tab).getByRole('listitem')).toHaveText([/Código pronto/, /Código pronto/]);
  }
  expect(await listPurchases(merchant)).toEqual(phones.map((phone) => `${phone} 1000`));
  await outboxOf(other).getByRole('button', { name: 'Tirar da lista' }).first().click();
  await expect(outboxOf(page).getByRole('listitem')).toHaveCount(1);

  const last = newPhone();
  // The answer never comes: the tab is closed while it waits for it.
  await page.route('**/trpc/cashback.issue', () => undefined);
  await typePurchase(page, last, '33,00');
  await expect(page.getByRole('button', { name: 'Gerando...' })).toBeVisible();
  await page.close();
  await other.reload();
  // Under the code that was ready, where the tab found that one first: the counter is free.
  await expect(other.locator('body')).toContainText(/R\$\s33,00/);
  await expect.poll(() => listPurchases(merchant)).toContain(`${last} 3300`);
});

test('who signs out is told what waits and may stay; another person sees a number and nothing else', async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  const rui = await addEmployee(merchant);
  const phone = newPhone();
  const shape = `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;
  front.cut(ISSUE, () => 'before');
  await typePurchase(page, phone, '77,00');
  await expect(outboxOf(page)).toContainText('1ª da fila');
  const draft = newPhone();
  await page.getByLabel('Telefone do cliente').fill(draft);

  await page.getByRole('button', { name: 'Sair' }).click();
  const question = page.getByRole('dialog', { name: 'Sair com vendas esperando?' });
  await expect(question).toContainText('1 venda espera neste aparelho.');
  await expectAccessible(page, 'signing out while a purchase waits');
  await question.getByRole('button', { name: 'Continuar aqui' }).click();
  await expect(page.getByLabel('Telefone do cliente')).toHaveValue(/-/);
  await page.getByRole('button', { name: 'Sair' }).click();
  await question.getByRole('button', { name: 'Sair mesmo assim' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('1 venda espera neste aparelho.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expectAccessible(page, 'login while a purchase waits');

  await page.getByLabel('Email').fill(rui);
  await page.getByLabel('Senha').fill(merchant.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  front.cut(ISSUE, () => undefined);
  await openForm(page);
  await expect(page.getByText('Há 1 venda de outra pessoa esperando neste aparelho.')).toBeVisible();
  await expect(page.getByLabel('Telefone do cliente')).toHaveValue('');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  // His own goes out; hers does not with it.
  const own = newPhone();
  await typePurchase(page, own, '11,00');
  await expect(page.getByRole('dialog')).toContainText(/R\$\s11,00/);
  await page.keyboard.press('Escape');
  expect(await page.locator('body').textContent()).not.toContain(shape);
  expect(await listPurchases(merchant)).toEqual([`${own} 1100`]);

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(merchant.email);
  await page.getByLabel('Senha').fill(merchant.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Código pronto')).toBeVisible();
  const sold = await asOwner(
    `SELECT e.name FROM transactions t JOIN employees e ON e.merchant_id = t.merchant_id AND e.id = t.employee_id
     JOIN merchants m ON m.id = t.merchant_id WHERE m.signup_link_slug = $1 ORDER BY t.created_at`,
    [merchant.slug],
  );
  expect(sold).toEqual([{ name: 'Rui Barbosa' }, { name: 'Rita de Cássia' }]);
});

test('what the server refuses stays with its sentence, and goes back into the form', async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  const own = newPhone();
  const other = newPhone();
  await asOwner('UPDATE employees SET phone = $2 WHERE email = $1', [merchant.email, own]);
  let isCut = true;
  front.cut(ISSUE, () => (isCut ? 'before' : undefined));
  await typePurchase(page, own, '10,00');
  await expect(outboxOf(page).getByRole('listitem')).toHaveCount(1);
  await typePurchase(page, other, '20,00');
  await expect(outboxOf(page).getByRole('listitem')).toHaveCount(2);
  isCut = false;
  const rows = outboxOf(page).getByRole('listitem');
  await expect(rows).toHaveText([/Precisa de você/, /Código pronto/]);
  await expect(rows.first()).toContainText('Este telefone é ou já foi seu.');
  await expectAccessible(page, 'cashback, a purchase was refused');
  expect(await listPurchases(merchant)).toEqual([`${other} 2000`]);
  await rows.first().getByRole('button', { name: 'Corrigir' }).click();
  await expect(page.getByLabel('Telefone do cliente')).toHaveValue(
    `(${own.slice(0, 2)}) ${own.slice(2, 7)}-${own.slice(7)}`,
  );
  await expect(page.getByLabel('Valor da compra')).toHaveValue(/10,00/);
  await expect(rows).toHaveCount(1);
});

test('after 24 hours nothing goes out by itself, and the list says why', async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  let isCut = true;
  front.cut(ISSUE, () => (isCut ? 'before' : undefined));
  const phone = newPhone();
  await typePurchase(page, phone, '99,00');
  await expect(outboxOf(page)).toContainText('1ª da fila');
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (!key.startsWith('outbox:')) continue;
      const stored = JSON.parse(text);
      localStorage.setItem(key, JSON.stringify({ ...stored, typedAt: stored.typedAt - 24 * 3_600_000 }));
    }
  });
  await openForm(page);
  // Not before: the page as it was would send at once.
  isCut = false;
  await expect(outboxOf(page)).toContainText('Não enviada');
  await expect(outboxOf(page)).toContainText('Passaram 24 horas');
  await expectAccessible(page, 'cashback, too late to be sent');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.reload();
  await expect(outboxOf(page)).toContainText('Não enviada');
  expect(await listPurchases(merchant)).toEqual([]);
  await outboxOf(page).getByRole('button', { name: 'Enviar agora' }).click();
  await expect(page.getByRole('dialog')).toContainText(/R\$\s99,00/);
  expect(await listPurchases(merchant)).toEqual([`${phone} 9900`]);
});

test('a session that ends while purchases wait: they go out after the same person has signed in', async ({
  cutCounter: page,
  front,
  merchant,
}) => {
  front.cut(ISSUE, () => 'before');
  const phone = newPhone();
  await typePurchase(page, phone, '50,00');
  await expect(outboxOf(page)).toContainText('1ª da fila');
  await endSessions(merchant);
  front.cut(ISSUE, () => undefined);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
  expect(await listPurchases(merchant)).toEqual([]);
  await page.getByLabel('Senha').fill(merchant.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cashback\?codigo=/);
  await expect(page.getByRole('dialog')).toContainText(/R\$\s50,00/);
  expect(await listPurchases(merchant)).toEqual([`${phone} 5000`]);
});
