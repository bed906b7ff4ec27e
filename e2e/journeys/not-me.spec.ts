import { expectAccessible } from '../src/axe.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { linkIn, mailOrigin, mailTo } from '../src/mails.ts';
import { expect, newAddress, openSession, test } from '../src/merchant.ts';

test.use({ baseURL: mailOrigin() });

test('‘Não fui eu’ in a mail: one button ends the intruder’s session, and a link brings a new password', async ({
  merchant,
  page,
  browser,
}) => {
  const intruder = await browser.newContext({
    baseURL: mailOrigin(),
    locale: 'pt-BR',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0',
  });
  const theirs = await intruder.newPage();
  await openSession(theirs, merchant);
  const mail = await mailTo(merchant.email, 1, 'notices');
  expect(mail.subject).toBe('Novo acesso à sua conta no painel de cashback');

  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto(linkIn(mail));
  await expect(page.getByRole('heading', { name: 'Não foi você?' })).toBeVisible();
  await expect(page.getByText('Firefox em Windows')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await expectPageWidth(page, 320);
  await expectAccessible(page, 'not me');
  // Opened, the link has done nothing yet.
  await theirs.goto('/dashboard');
  await expect(theirs).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: 'Não fui eu, proteger a conta' }).click();
  await expect(page.getByRole('heading', { name: 'Conta protegida' })).toBeVisible();
  await expectAccessible(page, 'account protected');
  await theirs.goto('/dashboard');
  await expect(theirs).toHaveURL(/\/login$/);

  await page.goto(linkIn(await mailTo(merchant.email)));
  await page.getByLabel('Nova senha').fill('aaaaaa');
  await expect(page.getByText('Senha fraca')).toBeVisible();
  await page.getByLabel('Nova senha').fill('broa-de-milho-morna');
  await expect(page.getByText('Senha forte')).toBeVisible();
  await expectAccessible(page, 'new password with its strength');
  await expectPageWidth(page, 320);
  await page.getByLabel('Confirmar senha').fill('broa-de-milho-morna');
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible();

  await page.goto(linkIn(mail));
  await expect(page.getByText('Este link é inválido, venceu ou já foi usado.')).toBeVisible();
  await intruder.close();
});
