import type { Page } from '@playwright/test';
import { addPasskey, passkeyRow } from '../src/add-passkey.ts';
import { ageProofs } from '../src/age-proofs.ts';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { type Credentials, expect, newPhoneContext, openSession, test } from '../src/merchant.ts';
import { addAuthenticator } from '../src/virtual-authenticator.ts';

const PROFILE = '/settings?aba=perfil';

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
}

async function typePassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('a passkey added in the profile signs in alone, follows the password, and is removed', async ({
  counter: page,
  merchant,
}) => {
  const authenticator = await addAuthenticator(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PROFILE);
  await addPasskey(page, 'Meu celular');
  await expect(passkeyRow(page, 'Meu celular')).toContainText('Ainda não usada');
  await expectPageWidth(page, 390);
  await expectAccessible(page, 'the profile with a passkey');
  expect(await authenticator.count()).toBe(1);

  // The same device again.
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome da chave').fill('De novo');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Este aparelho já tem uma chave de acesso da sua conta.')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('add.png') });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.screenshot({ path: test.info().outputPath('profile.png'), fullPage: true });

  await signOut(page);
  await expectAccessible(page, 'the login with passkeys');
  await page.screenshot({ path: test.info().outputPath('login.png') });
  await authenticator.setVerified(false);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page.getByText('A chave de acesso não foi confirmada.').first()).toBeVisible();
  await authenticator.setVerified(true);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await signOut(page);
  await typePassword(page, merchant);
  await expect(page.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeVisible();
  await expectAccessible(page, 'a passkey as the second step');
  await page.screenshot({ path: test.info().outputPath('step.png') });
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await expect(page.getByLabel('Código de recuperação', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto(PROFILE);
  await expect(passkeyRow(page, 'Meu celular')).toContainText('Último uso em');
  await ageProofs(merchant);
  await passkeyRow(page, 'Meu celular').getByRole('button', { name: 'Remover' }).click();
  await dialog.getByRole('button', { name: 'Remover' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
  await expectPageWidth(page, 390);
  await expectAccessible(page, 'a fresh proof by a passkey');
  await page.screenshot({ path: test.info().outputPath('proof.png') });
  await proof.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(passkeyRow(page, 'Meu celular')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ativar' })).toBeFocused();

  // The device does not know that it is over.
  await signOut(page);
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page.getByText('Não foi possível entrar com esta chave de acesso.').first()).toBeVisible();
  await typePassword(page, merchant);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('where the button for passkeys cannot be downloaded, the password signs in', async ({
  page,
  merchant,
}) => {
  await page.route('**/*.js', async (route) => {
    const answer = await route.fetch();
    if ((await answer.text()).includes('Aguardando a chave...')) await route.abort();
    else await route.fulfill({ response: answer });
  });
  const lost = page.waitForEvent('requestfailed');
  await page.goto('/login');
  await lost;
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Usar chave de acesso' })).toHaveCount(0);
  await typePassword(page, merchant);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an owner demands a second step of a role: first the days are counted, then nothing else opens', async ({
  counter,
  merchant,
  browser,
}) => {
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT merchant_id, gen_random_uuid(), 'Rafael Souza', $2, 'manager', password_hash
     FROM employees WHERE email = $1`,
    [merchant.email, `rafael.${merchant.email}`],
  );
  await counter.goto('/employees');
  await counter.getByRole('button', { name: 'Exigir verificação' }).click();
  const dialog = counter.getByRole('dialog');
  // The label covers the box.
  await dialog.getByText('Gerente', { exact: true }).click();
  await dialog.getByLabel('Prazo em dias').fill('31');
  await counter.keyboard.press('Enter');
  await expect(dialog.getByText('Digite de 0 a 30 dias')).toBeVisible();
  await expectAccessible(counter, 'the demand of a second step');
  await counter.screenshot({ path: test.info().outputPath('demand.png') });
  await dialog.getByLabel('Prazo em dias').fill('3');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Exigência salva!')).toBeVisible();

  const context = await newPhoneContext(browser);
  const page = await context.newPage();
  const login = { email: `rafael.${merchant.email}`, password: merchant.password };
  await openSession(page, login);
  await page.goto('/cashback');
  await expect(page.getByText('Faltam 3 dias para ativar')).toBeVisible();
  await expectAccessible(page, 'the days of grace');
  await page.screenshot({ path: test.info().outputPath('grace.png') });
  await expect(page.getByRole('button', { name: 'Gerar QR Code' })).toBeVisible();

  await asOwner(
    `UPDATE factor_demands f SET demanded_at = demanded_at - interval '4 days'
     FROM employees e WHERE e.merchant_id = f.merchant_id AND e.email = $1`,
    [merchant.email],
  );
  await asOwner(`UPDATE employees SET created_at = created_at - interval '9 days' WHERE email = $1`, [
    login.email,
  ]);
  await addAuthenticator(page);
  await page.goto('/customers');
  await expect(page).toHaveURL(/\/settings\?aba=perfil$/);
  await expect(page.getByText('O prazo acabou.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(1);
  await expectAccessible(page, 'the set-up that is demanded');
  await page.screenshot({ path: test.info().outputPath('over.png') });
  await addPasskey(page, 'Celular do Rafael');
  await expect(page.getByText('O prazo acabou.')).toHaveCount(0);
  await expect(
    page.getByRole('heading', { name: 'Dados pessoais' }).or(page.getByLabel('Nome')).first(),
  ).toBeVisible();

  await passkeyRow(page, 'Celular do Rafael').getByRole('button', { name: 'Remover' }).click();
  const removal = page.getByRole('dialog');
  await removal.getByRole('button', { name: 'Remover' }).click();
  await expect(removal.getByText('A loja exige a verificação em duas etapas da sua função.')).toBeVisible();
  await removal.getByRole('button', { name: 'Cancelar' }).click();
  await page.goto('/customers');
  await expect(page).toHaveURL(/\/customers$/);
  await context.close();
});
