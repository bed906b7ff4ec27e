import type { Page } from '@playwright/test';
import { appCode } from '../src/app-code.ts';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, type Merchant, newPhoneContext, openSession, test } from '../src/merchant.ts';
import { readQr } from '../src/read-qr.ts';

async function typePassword(page: Page, { email, password }: Merchant): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Turns the second step on in the profile; returns the secret, and the code that was used. */
async function turnOn(page: Page): Promise<{ secret: string; used: string }> {
  await page.goto('/settings?aba=perfil');
  await page.getByRole('button', { name: 'Ativar' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();

  const code = page.getByRole('dialog').getByLabel('Código do aplicativo');
  await expect(code).toBeVisible();
  await expectAccessible(page, 'the QR code of the second step');
  const qr = page.getByRole('img', { name: 'QR Code para o aplicativo de códigos' });
  const secret = new URL(await readQr(qr)).searchParams.get('secret') ?? '';
  await expect(page.getByRole('dialog').locator('pre')).toHaveText(secret.replaceAll(/(.{4})(?=.)/g, '$1 '));
  await code.fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Digite os 6 números que o aplicativo mostra')).toBeVisible();
  const used = appCode(secret);
  await code.fill(used);
  await page.keyboard.press('Enter');

  const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page, 'the recovery codes');
  await page.getByRole('button', { name: 'Já guardei' }).click();
  await expect(page.getByText('Restam 10 de 10 códigos de recuperação')).toBeVisible();
  return { secret, used };
}

/** The same by calls of the API; returns the recovery codes. */
async function turnOnByCalls(page: Page, merchant: Merchant): Promise<string[]> {
  await openSession(page, merchant);
  const call = async (path: string, data: object) => {
    const answer = await page.request.post(`/trpc/auth.${path}`, {
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      data,
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).result.data;
  };
  const { secret } = await call('startAuthenticator', {});
  const { recoveryCodes } = await call('confirmAuthenticator', { code: appCode(secret) });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  return recoveryCodes;
}

test('turned on in the profile by the app’s QR code, the second step is asked for at the next login', async ({
  counter,
  merchant,
  browser,
}) => {
  await counter.setViewportSize({ width: 360, height: 740 });
  const { secret, used } = await turnOn(counter);
  await expectPageWidth(counter, 360);
  await expectAccessible(counter, 'the profile with the second step on');

  const context = await newPhoneContext(browser);
  const phone = await context.newPage();
  await typePassword(phone, merchant);
  const field = phone.getByLabel('Código do aplicativo');
  await expect(field).toBeFocused();
  await expect(phone.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeVisible();
  await expectAccessible(phone, 'the second step of a login');
  await phone.setViewportSize({ width: 360, height: 740 });
  await expectPageWidth(phone, 360);
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('Digite os 6 números que o aplicativo mostra')).toBeVisible();
  // The next one is accepted, as from a phone whose clock is ahead.
  await field.fill(used);
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('Código incorreto ou já usado')).toBeVisible();
  await field.fill(appCode(secret, 1));
  await phone.keyboard.press('Enter');
  await expect(phone).toHaveURL(/\/dashboard$/);
  await context.close();
});

test('without the phone a recovery code is enough, once; five wrong ones ask for the password again', async ({
  merchant,
  page,
}) => {
  const codes = await turnOnByCalls(page, merchant);
  await typePassword(page, merchant);
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  const recovery = page.getByLabel('Código de recuperação', { exact: true });
  await expect(recovery).toBeFocused();
  for (let tries = 0; tries < 5; tries += 1) {
    await recovery.fill('aaaa-aaaa-aaaa-aaaa-aaaa-aaaa');
    await Promise.all([page.waitForResponse(/auth\.finishLogin/), page.keyboard.press('Enter')]);
    await expect(page.getByText('Código incorreto ou já usado')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeEnabled();
  }
  await recovery.fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('O tempo ou as tentativas para digitar o código acabaram').first(),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
  await page.getByLabel('Senha', { exact: true }).fill(merchant.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await page.getByLabel('Código de recuperação', { exact: true }).fill(codes[0]?.toUpperCase() ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/settings?aba=perfil');
  await expect(page.getByText('Restam 9 de 10 códigos de recuperação')).toBeVisible();
  await page.getByRole('button', { name: 'Desativar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Ativar' })).toBeFocused();
  await page.context().clearCookies();
  await typePassword(page, merchant);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an owner turns off the second step of a colleague who lost it', async ({
  counter,
  merchant,
  browser,
}) => {
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT merchant_id, gen_random_uuid(), 'Rafael Souza', $2, 'operator', password_hash
     FROM employees WHERE email = $1`,
    [merchant.email, `rafael.${merchant.email}`],
  );
  const context = await newPhoneContext(browser);
  const colleague = await context.newPage();
  const login = { ...merchant, email: `rafael.${merchant.email}` };
  await turnOnByCalls(colleague, login);

  await counter.setViewportSize({ width: 360, height: 740 });
  await counter.goto('/employees');
  await counter.getByRole('button', { name: 'Redefinir verificação em duas etapas de Rafael Souza' }).click();
  const dialog = counter.getByRole('dialog');
  await expect(dialog.getByText('Rafael sai do painel agora e entra de novo só com a senha.')).toBeVisible();
  await expectAccessible(counter, 'the reset of a second step');
  await expectPageWidth(counter, 360);
  await dialog.getByRole('button', { name: 'Redefinir' }).press('Enter');
  await expect(counter.getByText('Verificação em duas etapas redefinida')).toBeVisible();
  await expect(counter.getByRole('button', { name: /Redefinir verificação/ })).toHaveCount(0);

  await typePassword(colleague, login);
  await expect(colleague).toHaveURL(/\/dashboard$/);
  await context.close();
});
