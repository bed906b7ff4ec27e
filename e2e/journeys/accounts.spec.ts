import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { linkIn, mailOrigin, mailTo } from '../src/mails.ts';
import {
  type Credentials,
  expect,
  newAddress,
  openSession,
  presentTexts,
  signupInput,
  test,
} from '../src/merchant.ts';

const NEW_PASSWORD = 'broa-de-milho-morna';

test.use({ baseURL: mailOrigin() });

/** The same employee in another browser. */
async function elsewhere(browser: Browser, person: Credentials): Promise<Page> {
  const context = await browser.newContext({
    baseURL: mailOrigin(),
    locale: 'pt-BR',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0',
  });
  const page = await context.newPage();
  await openSession(page, person);
  return page;
}

async function openProfile(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByRole('tab', { name: 'Meu Perfil', selected: true })).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue(/./);
}

test('a forgotten password is replaced by the link of a mail, once', async ({ page, merchant, browser }) => {
  const counter = await elsewhere(browser, merchant);
  await page.goto('/login');
  await page.getByLabel('Email').fill(merchant.email);
  await expectAccessible(page, 'login');
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
  await page.getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText('Email é obrigatório')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectAccessible(page, 'forgotten password, error');
  await page.getByLabel('Email').fill(merchant.email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText('Confira o seu email')).toBeVisible();
  await expectAccessible(page, 'forgotten password, sent');

  const mail = await mailTo(merchant.email);
  expect(mail.subject).toBe(`Nova senha para o painel de cashback: ${merchant.name}`);
  const link = linkIn(mail);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible();
  // No trace of the secret is left where it could be read later.
  expect(new URL(page.url()).hash).toBe('');
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
  await page.getByLabel('Nova senha').fill('123456');
  await page.getByLabel('Confirmar senha').fill('1234567');
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(page.getByText('As senhas não coincidem')).toBeVisible();
  await page.getByLabel('Confirmar senha').fill('123456');
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(page.getByLabel('Nova senha')).toBeFocused();
  await expect(page.locator('form').getByText('Esta senha é muito comum. Escolha outra.')).toBeVisible();
  await expectAccessible(page, 'new password, refused');
  await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
  await page.getByLabel('Confirmar senha').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Senha criada com sucesso!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
  await page.getByLabel('Senha').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  // The session from before has ended, and the link with it.
  await counter.goto('/dashboard');
  await expect(counter).toHaveURL(/\/login$/);
  await counter.goto(link);
  await expect(
    counter.getByText('Este link é inválido ou já foi usado. Peça um novo.', { exact: true }),
  ).toBeVisible();
  await expectAccessible(counter, 'link that is used up');
  await counter.context().close();
});

test('an invited employee sets a first password; a link that cannot be checked can be tried again', async ({
  page,
  merchant,
}) => {
  const email = `ze-${Date.now()}@mercearia.example`;
  await asOwner(
    `INSERT INTO employees (merchant_id, id, name, email, role, password_hash)
     SELECT merchant_id, gen_random_uuid(), 'Zé da Silva', $2, 'operator', password_hash FROM employees WHERE email = $1`,
    [merchant.email, email],
  );
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  const link = linkIn(await mailTo(email));
  await asOwner(
    `WITH invited AS (UPDATE employees SET password_hash = NULL WHERE email = $1 RETURNING id)
     UPDATE password_links SET kind = 'invitation' WHERE employee_id = (SELECT id FROM invited)`,
    [email],
  );
  await page.route('**/trpc/auth.passwordLink', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  await expectAccessible(page, 'link that could not be checked');
  await page.unroute('**/trpc/auth.passwordLink');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('heading', { name: 'Boas-vindas, Zé da Silva!' })).toBeVisible();
  await expect(page.getByText(merchant.name)).toBeVisible();
  await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
  await page.getByLabel('Confirmar senha').fill(NEW_PASSWORD);
  // Another employee is signed in here. The page names both before it replaces one by the other.
  const owner = await page.context().newPage();
  await openSession(owner, merchant);
  await owner.goto('/cashback');
  await expect(page.getByText('Este navegador está com o acesso de Rita de Cássia')).toBeVisible();
  await expect(page.getByText('esse acesso é encerrado aqui e quem entra é Zé da Silva')).toBeVisible();
  await expectAccessible(page, 'invitation in a browser where another person is signed in');
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(page).toHaveURL(/\/cashback$/);
  await expect(page.getByText('Senha criada com sucesso!')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Zé da Silva')).toBeVisible();
  await expect(owner.getByRole('banner').getByText('Zé da Silva')).toBeVisible();
  await openProfile(page);
  await expect(page.getByText('Operador', { exact: true }).last()).toBeVisible();
  await expect(page.getByText(/Para mudar a sua função, fale com o proprietário/)).toBeVisible();
});

test('a merchant signs up by the link of a mail: the address corrected, sent once for a form, confirmed with the password', async ({
  page,
  browser,
}) => {
  const id = Date.now();
  const [mistyped, email] = [`dona${id}@mercearla.example`, `dona${id}@mercearia.example`];
  await page.goto('/signup');
  await page.getByLabel('Nome do Estabelecimento').fill(`Mercearia ${id}`);
  await page.getByLabel('Telefone').fill('1132104567');
  await page.getByLabel('Endereço').fill('Rua das Flores, 10');
  await page.getByLabel('Seu Nome Completo').fill('Rita de Cássia');
  await page.getByLabel('Email').fill(mistyped);
  await page.getByLabel('Senha', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirmar Senha').fill(NEW_PASSWORD);
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).press('Space');
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(
    page.getByText(`Enviamos um link para ${mistyped}; abra-o para concluir o cadastro.`),
  ).toBeVisible();
  await expectAccessible(page, 'sign-up, link sent');
  await page.getByRole('button', { name: 'Corrigir o email' }).click();
  await expect(page.getByLabel('Nome do Estabelecimento')).toHaveValue(`Mercearia ${id}`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(page.getByText(`Enviamos um link para ${email}`)).toBeVisible();
  const link = linkIn(await mailTo(email));
  await page.getByRole('button', { name: 'Corrigir o email' }).click();
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(
    page.getByText(`Há menos de 24 horas enviamos um email para ${email} com estes mesmos dados`),
  ).toBeVisible();
  await expectAccessible(page, 'sign-up, link sent before');

  // On the phone, where the mail is read.
  const phone = await browser.newContext({ baseURL: mailOrigin(), locale: 'pt-BR' });
  const screen = await phone.newPage();
  await screen.goto(link);
  await expect(screen.getByRole('heading', { name: 'Conclua o cadastro' })).toBeVisible();
  expect(new URL(screen.url()).hash).toBe('');
  await expect(screen.getByLabel('Email')).toHaveValue(email);
  await screen.getByRole('button', { name: 'Concluir cadastro' }).click();
  await expect(screen.getByText('Informe a sua senha')).toBeVisible();
  await screen.getByLabel('Senha').fill('not the password');
  await screen.getByRole('button', { name: 'Concluir cadastro' }).click();
  await expect(screen.getByText('Senha incorreta')).toBeVisible();
  await expect(screen.getByLabel('Senha')).toBeFocused();
  await expectAccessible(screen, 'confirm the e-mail, refused');
  await screen.getByLabel('Senha').fill(NEW_PASSWORD);
  await screen.keyboard.press('Enter');
  await expect(screen.getByText('Conta criada com sucesso!')).toBeVisible();
  await expect(screen.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible();
  await expect(screen.getByLabel('Email')).toHaveValue(email);
  await screen.getByLabel('Senha').fill(NEW_PASSWORD);
  await screen.keyboard.press('Enter');
  await expect(screen).toHaveURL(/\/dashboard$/);
  await phone.close();

  // A used link is good for nothing.
  await page.goto(link);
  await expect(page.getByText('Este link é inválido, venceu ou já foi usado.')).toBeVisible();
  await expectAccessible(page, 'e-mail link that is used up');
});

test('a link to an address that was proved meanwhile says so, and leads to the login', async ({
  page,
  merchant,
}) => {
  await asOwner(`UPDATE employees SET password_hash = NULL WHERE email = $1`, [merchant.email]);
  await page.goto('/signup');
  const answer = await page.request.post('/trpc/merchants.signup', {
    headers: { origin: mailOrigin(), 'x-forwarded-for': newAddress() },
    data: signupInput(
      { ...merchant, password: NEW_PASSWORD },
      await presentTexts(page.request, mailOrigin()),
    ),
  });
  expect(answer.status()).toBe(200);
  const link = linkIn(await mailTo(merchant.email));
  await asOwner(
    `UPDATE employees SET password_hash = (SELECT signup ->> 'passwordHash' FROM email_links WHERE email = $1)
     WHERE email = $1`,
    [merchant.email],
  );
  await page.goto(link);
  await page.getByLabel('Senha').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Concluir cadastro' }).click();
  await expect(page.getByText('Este email já tem um acesso ao painel')).toBeVisible();
  await expectAccessible(page, 'e-mail that was proved meanwhile');
  await page.getByRole('link', { name: 'Entre com a sua senha' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(merchant.email);
});

test('without a mail server the page names whom to ask, alike for known and unknown addresses', async ({
  page,
  merchant,
}) => {
  for (const email of ['quem@mercearia.example', merchant.email]) {
    await page.goto(`http://localhost:${process.env.JOURNEYS_PORT}/forgot-password`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    const answer = page.getByRole('status').filter({ hasText: 'O envio de emails não está configurado' });
    await expect(answer).toContainText('Peça ao proprietário ou a um administrador');
    await expect(answer).toContainText('É o proprietário? Escreva para ajuda@volta.example.');
    await expect(answer.getByRole('link')).toHaveAttribute('href', 'mailto:ajuda@volta.example');
  }
  await expectAccessible(page, 'forgotten password, no mail server');
});

test('one changes the own name, e-mail and phone', async ({ counter, merchant }) => {
  await openProfile(counter);
  await expectAccessible(counter, 'profile');
  await counter.getByLabel('Nome completo').fill('  ');
  await counter.getByLabel('Email').fill('');
  await counter.getByRole('button', { name: 'Salvar perfil' }).click();
  await expect(counter.getByText('Nome é obrigatório')).toBeVisible();
  await expect(counter.getByText('Email é obrigatório')).toBeVisible();
  await expect(counter.getByLabel('Nome completo')).toBeFocused();
  await expectAccessible(counter, 'profile, errors');

  await counter.getByLabel('Nome completo').fill('Rita Aparecida');
  const email = `rita-${Date.now()}@mercearia.example`;
  await counter.getByLabel('Email').fill(email);
  await counter.getByLabel('Telefone').fill('11987654321');
  await counter.getByRole('button', { name: 'Salvar perfil' }).click();
  await expect(counter.getByText('Enviamos um link para confirmar o novo email.')).toBeVisible();
  await expect(counter.getByRole('banner').getByText('Rita Aparecida')).toBeVisible();

  // Until the link is used the old address signs in; a notice was sent to it.
  await expect(counter.getByLabel('Email')).toHaveValue(merchant.email);
  await expect(counter.getByText(`Abra o link enviado a ${email}`)).toBeVisible();
  await expectAccessible(counter, 'profile, e-mail that waits');
  expect((await mailTo(merchant.email)).subject).toContain('Pedido para trocar o email');
  const first = linkIn(await mailTo(email));
  await counter.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(counter.getByText('Enviamos o link de novo.')).toBeVisible();
  const link = linkIn(await mailTo(email, 2));
  await counter.goto(first);
  await expect(counter.getByText('Este link é inválido, venceu ou já foi usado.')).toBeVisible();
  await counter.goto(link);
  await expect(counter.getByRole('heading', { name: 'Confirme o novo email' })).toBeVisible();
  await counter.getByLabel('Senha').fill(merchant.password);
  await counter.getByRole('button', { name: 'Confirmar email' }).click();
  await expect(counter.getByText('Email confirmado com sucesso!')).toBeVisible();
  // /login redirects a signed-in employee.
  await expect(counter).toHaveURL(/\/dashboard$/);
  await openProfile(counter);
  await expect(counter.getByLabel('Email')).toHaveValue(email);
  await expect(counter.getByText('Confirme o novo email')).toHaveCount(0);

  await counter.getByLabel('Telefone').fill('');
  await counter.getByRole('button', { name: 'Salvar perfil' }).click();
  await expect
    .poll(() => asOwner('SELECT name, phone FROM employees WHERE email = $1', [email]))
    .toEqual([{ name: 'Rita Aparecida', phone: null }]);
});

test('a new password keeps this browser signed in and ends the others; sessions are listed and ended', async ({
  counter,
  merchant,
  browser,
}) => {
  const other = await elsewhere(browser, merchant);
  await openProfile(counter);
  const sessions = counter.getByRole('listitem').filter({ hasText: 'IP' });
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('Esta sessão');
  await expectAccessible(counter, 'profile with two sessions');
  await counter.getByRole('button', { name: 'Encerrar Firefox em Windows' }).click();
  await expect(counter.getByText('Sessão encerrada')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await other.goto('/cashback');
  await expect(other).toHaveURL(/\/login$/);

  await openSession(other, merchant);
  await counter.getByLabel('Senha atual').fill('not the password');
  await counter.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD);
  await counter.getByLabel('Confirmar nova senha').fill(NEW_PASSWORD);
  await counter.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(counter.getByText('Senha atual incorreta')).toBeVisible();
  await counter.getByLabel('Senha atual').fill(merchant.password);
  await counter.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(counter.getByText('Senha alterada com sucesso!')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await counter.reload();
  await expect(counter.getByLabel('Nome completo')).toHaveValue(/./);
  await other.goto('/cashback');
  await expect(other).toHaveURL(/\/login$/);
  await openSession(other, { ...merchant, password: NEW_PASSWORD });

  await counter.reload();
  await counter.getByRole('button', { name: 'Encerrar as outras' }).click();
  await expect(counter.getByText('As outras sessões foram encerradas')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await other.context().close();
});

test('where profile and sessions do not load, each says so and is tried again', async ({ counter }) => {
  await counter.route(/\/trpc\/.*auth\.(profile|sessions)/, (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await counter.goto('/settings');
  await expect(counter.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(2);
  await expectAccessible(counter, 'profile that did not load');
  await counter.unroute(/\/trpc\/.*auth\.(profile|sessions)/);
  await counter.getByRole('button', { name: 'Tentar novamente' }).first().click();
  await expect(counter.getByLabel('Nome completo')).toHaveValue(/./);
});
