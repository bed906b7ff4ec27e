import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, type Merchant, test } from '../src/merchant.ts';
import { untilIdle } from '../src/until-idle.ts';

const PASSWORD = 'quitanda-do-bairro';
const box = (page: Page) => page.getByRole('checkbox', { name: /^Li e aceito/ });
const notice = (page: Page) => page.getByRole('dialog', { name: 'Leia o que mudou nos nossos termos' });

/** As of a merchant from before there were terms, and of one that accepted an earlier version. */
const forgetAcceptances = ({ email }: Merchant) =>
  asOwner(
    'DELETE FROM terms_acceptances WHERE merchant_id = (SELECT merchant_id FROM employees WHERE email = $1)',
    [email],
  );

/** As of a page that was opened before the texts changed: the first answer has other hashes. */
const withFormerTexts = (page: Page, procedure: string) =>
  page.route(
    `**/trpc/${procedure}*`,
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/[0-9a-f]{64}/g, 'a'.repeat(64));
      await route.fulfill({ response: answer, body });
    },
    { times: 1 },
  );

async function acceptedBy(email: string) {
  return await asOwner<{ document: string; version: number }>(
    `SELECT a.document, a.version FROM terms_acceptances a
     JOIN employees e ON e.merchant_id = a.merchant_id AND e.id = a.employee_id
     WHERE e.email = $1 ORDER BY 1`,
    [email],
  );
}
const BOTH = [
  { document: 'privacy', version: 2 },
  { document: 'terms', version: 1 },
];

test('on a phone, a sign-up without the box says so at the box and loses nothing; with it the account exists', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  const email = `rita${Date.now()}@quitanda.example`;
  await page.goto('/signup');
  await page.getByLabel('Nome do Estabelecimento').fill('Quitanda da Rita');
  await page.getByLabel('Telefone').fill('1132104567');
  await page.getByLabel('Endereço').fill('Rua das Flores, 10');
  await page.getByLabel('Seu Nome Completo').fill('Rita de Cássia');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmar Senha').fill(PASSWORD);
  await expect(box(page)).not.toBeChecked();
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  const message = 'Para criar a conta, aceite os termos de uso e a política de privacidade';
  await expect(page.getByText(message)).toBeVisible();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveAccessibleDescription(new RegExp(message));
  await expectAccessible(page, 'sign-up without the box');
  await expectPageWidth(page, 390);

  // A link in the label is read beside the form, and ticks nothing.
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'termos de uso', exact: true }).click();
  const terms = await opened;
  await expect(terms.getByRole('heading', { level: 1, name: 'Termos de uso' })).toBeVisible();
  await terms.close();
  await expect(box(page)).not.toBeChecked();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await box(page).press('Space');
  await expect(box(page)).toBeChecked();
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(page.getByText('Conta criada com sucesso!')).toBeVisible();
  expect(await acceptedBy(email)).toEqual(BOTH);
});

test('where the texts changed since they were read, the sign-up and the owner’s dialog say so and ask again', async ({
  page,
  counter,
  merchant,
}) => {
  const email = `ana${Date.now()}@quitanda.example`;
  await withFormerTexts(page, 'legal.texts');
  await page.goto('/signup');
  await page.getByLabel('Nome do Estabelecimento').fill('Quitanda da Ana');
  await page.getByLabel('Telefone').fill('1132104567');
  await page.getByLabel('Endereço').fill('Rua das Flores, 10');
  await page.getByLabel('Seu Nome Completo').fill('Ana Souza');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmar Senha').fill(PASSWORD);
  await box(page).press('Space');
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(box(page)).toHaveAccessibleDescription(/Os textos mudaram/);
  await expect(box(page)).not.toBeChecked();
  await box(page).press('Space');
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(page.getByText('Conta criada com sucesso!')).toBeVisible();
  expect(await acceptedBy(email)).toEqual(BOTH);

  await forgetAcceptances(merchant);
  await withFormerTexts(counter, 'legal.acceptances');
  await counter.goto('/dashboard');
  const accept = notice(counter).getByRole('button', { name: 'Li e aceito' });
  await accept.click();
  await expect(notice(counter).getByRole('alert')).toContainText('Os textos mudaram');
  await accept.click();
  await expect(counter.getByText('Aceite registrado.')).toBeVisible();
  expect(await acceptedBy(merchant.email)).toEqual(BOTH);
});

test('an owner is shown a new version, puts it off until the next login, and accepts it', async ({
  counter,
  merchant,
}) => {
  await forgetAcceptances(merchant);
  await counter.setViewportSize({ width: 390, height: 780 });
  await counter.goto('/dashboard');
  await expect(notice(counter)).toBeVisible();
  await expect(notice(counter)).toContainText('Versão 1, de 23/11/2026');
  await expect(notice(counter)).toContainText('Primeira versão dos termos de uso.');
  await expect(notice(counter)).toContainText('Versão 2, de 24/11/2026');
  await expect(notice(counter)).toContainText('Nomeia chaves de acesso, PINs, aparelhos e alertas');
  await expect(notice(counter)).toContainText('Você pode deixar para depois até 23/12/2026.');
  await expectAccessible(counter, 'a new version of the terms');
  await expectPageWidth(counter, 390);
  await counter.getByRole('button', { name: 'Agora não' }).click();
  await expect(notice(counter)).toHaveCount(0);
  await counter.reload();
  await expect(counter.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await acceptedBy(merchant.email)).toEqual([]);

  // The next login forgets that it was put off.
  await counter.evaluate(() => sessionStorage.clear());
  await counter.reload();
  await notice(counter).getByRole('button', { name: 'Li e aceito' }).click();
  await expect(counter.getByText('Aceite registrado.')).toBeVisible();
  await expect(notice(counter)).toHaveCount(0);
  expect(await acceptedBy(merchant.email)).toEqual(BOTH);

  await counter.goto('/settings?aba=geral');
  const accepted = /Aceita por Rita de Cássia em \d\d\/\d\d\/\d{4} às \d\d:\d\d/;
  await expect(counter.getByText(accepted)).toHaveCount(2);
  await expectAccessible(counter, 'general settings with what was accepted');
  await expectPageWidth(counter, 390);
});

test('after the deadline a version stays until it is accepted, but never at a counter, an owner’s or others’', async ({
  counter,
  merchant,
}) => {
  await forgetAcceptances(merchant);
  // The server's answer, 31 days later.
  const acceptances = '**/trpc/legal.acceptances*';
  await counter.route(acceptances, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll('"isDue":false', '"isDue":true');
    await route.fulfill({ response: answer, body: text });
  });
  await counter.goto('/dashboard');
  await expect(notice(counter)).toContainText('O prazo para aceitar terminou.');
  await expect(notice(counter).getByRole('button', { name: 'Agora não' })).toHaveCount(0);
  await counter.keyboard.press('Escape');
  await counter.keyboard.press('Escape');
  await expect(notice(counter)).toBeVisible();
  await expect(notice(counter).getByRole('button', { name: 'Sair' })).toBeVisible();
  await expectAccessible(counter, 'terms that are due');

  // An owner who is alone serves customers too.
  for (const path of ['/cashback', '/redemption']) {
    const answered = counter.waitForResponse(acceptances);
    await counter.goto(path);
    await expect(counter.getByLabel('Telefone do cliente')).toBeVisible();
    await answered;
    await untilIdle(counter);
    await expect(notice(counter)).toHaveCount(0);
  }

  await asOwner(`UPDATE employees SET role = 'operator' WHERE email = $1`, [merchant.email]);
  await counter.goto('/cashback');
  await expect(counter.getByLabel('Telefone do cliente')).toBeVisible();
  await untilIdle(counter);
  await expect(notice(counter)).toHaveCount(0);
});

for (const [path, title] of [
  ['/termos', 'Termos de uso'],
  ['/privacidade', 'Política de privacidade'],
] as const) {
  test(`${path} is read on any screen and on paper, by keyboard and by all`, async ({ page }) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.goto('/login');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: title })).toHaveAttribute(
      'href',
      path,
    );
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Este texto é um modelo.')).toBeVisible();
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectPageWidth(page, width);
      await expectAccessible(page, `${path} at ${width} px`);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}#texto$`));
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByText('Nesta página').first().click();
    await expectAccessible(page, `${path} with its contents open`);
    await page.getByRole('link', { name: /^12\./ }).first().click();
    await expect(page.getByRole('heading', { name: /^12\./ })).toBeInViewport();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Nesta página').first()).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    expect(messages).toEqual([]);
  });
}
