import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, newPhone, type Shop, test } from '../src/shop.ts';
import { openTill, tillOf } from '../src/till.ts';

/** Rows of this shop that would differ if a refused act had done anything; other journeys run beside this one. */
async function countEffects({ slug }: Shop): Promise<object[]> {
  return await asOwner(
    `SELECT (SELECT count(*) FROM ledger_entries WHERE merchant_id = m.id) AS entries,
       (SELECT count(*) FROM transactions WHERE merchant_id = m.id) AS sales,
       (SELECT count(*) FROM redemptions WHERE merchant_id = m.id AND status = 'completed') AS completed,
       (SELECT count(*) FROM customers WHERE merchant_id = m.id) AS customers,
       (SELECT count(*) FROM merchants WHERE name = 'Outra Loja') AS merchants
     FROM merchants m WHERE m.signup_link_slug = $1`,
    [slug],
  );
}

test('a wrong password is refused with the same sentence as an unknown e-mail, and nothing typed is lost', async ({
  page,
  shop,
}) => {
  await page.goto('/login');
  for (const email of [shop.email, 'ninguem@lugar-nenhum.example']) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Senha').fill('senha-errada-mesmo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Credenciais inválidas').first()).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Email')).toHaveValue(email);
  }
});

test('passwords that differ or are too short, and an e-mail that is taken, are said at the form', async ({
  page,
  shop,
}) => {
  const before = await countEffects(shop);
  await page.goto('/signup');
  await page.getByLabel('Nome do Estabelecimento').fill('Outra Loja');
  await page.getByLabel('Telefone').fill('1132104567');
  await page.getByLabel('Endereço').fill('Rua B, 2');
  await page.getByLabel('Seu Nome Completo').fill('Outro Dono');
  await page.getByLabel('Email').fill(shop.email);
  await page.getByLabel('Senha', { exact: true }).fill('12345');
  await page.getByLabel('Confirmar Senha').fill('12345');
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(page.getByText('A senha deve ter no mínimo 6 caracteres').first()).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill('uma-boa-senha');
  await page.getByLabel('Confirmar Senha').fill('outra-boa-senha');
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(page.getByText('As senhas não coincidem').first()).toBeVisible();
  await page.getByLabel('Confirmar Senha').fill('uma-boa-senha');
  await page.getByRole('button', { name: 'Criar Conta Grátis' }).click();
  await expect(page.getByText('Este email já está cadastrado').first()).toBeVisible();
  await expectAccessible(page, 'merchant signup, error');
  await expect(page.getByLabel('Nome do Estabelecimento')).toHaveValue('Outra Loja');
  expect(await countEffects(shop)).toEqual(before);
});

test('a customer without a balance gets a notice in place of the form', async ({ counter }) => {
  const phone = newPhone();
  await tillOf(counter.request).sell(phone, 1_000);
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(phone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Cliente sem saldo')).toBeVisible();
  await expectAccessible(counter, 'redemption, no balance');
  await expect(counter.getByLabel('Valor a resgatar')).toHaveCount(0);
});

test('an unknown phone and a value above the balance are refused at the counter', async ({
  counter,
  shop,
}) => {
  const customerPhone = newPhone();
  await tillOf(counter.request).credit(customerPhone, 10_000);
  const before = await countEffects(shop);
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(newPhone());
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Cliente não encontrado').first()).toBeVisible();
  await counter.getByLabel('Telefone do cliente').fill(customerPhone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/Máximo: R\$/)).toBeVisible();
  await counter.getByLabel('Valor a resgatar').fill('5,01');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Valor maior que saldo disponível').first()).toBeVisible();
  await expect(counter.getByRole('dialog')).toHaveCount(0);
  expect(await countEffects(shop)).toEqual(before);
});

test('unknown, expired and old-shaped tokens get one and the same screen, and change nothing', async ({
  phone,
  request,
  shop,
}) => {
  const { path } = await (await openTill(request, shop)).sell(newPhone(), 10_000);
  await asOwner(
    `UPDATE transactions t SET token_expires_at = now() - interval '1 second' FROM merchants m
     WHERE m.id = t.merchant_id AND m.signup_link_slug = $1`,
    [shop.slug],
  );
  const before = await countEffects(shop);
  for (const address of [
    path,
    '/customer/cashback/CASHBACK_AAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '/customer/cashback/CASHBACK_1700000000000abc123',
    '/customer/redemption/REDEMPTION_AAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ]) {
    await phone.goto(address);
    await expect(phone.getByText('Ops! Algo deu errado')).toBeVisible();
    await expect(phone.getByText('QR Code inválido ou expirado')).toBeVisible();
    await expect(phone.getByText('Voltar ao Início')).toBeVisible();
  }
  expect(await countEffects(shop)).toEqual(before);
});

test('a redemption whose balance was spent meanwhile is refused on the phone', async ({
  phone,
  request,
  shop,
}) => {
  const customerPhone = newPhone();
  const till = await openTill(request, shop);
  await till.credit(customerPhone, 10_000);
  const [first, second] = [await till.redeem(customerPhone, 500), await till.redeem(customerPhone, 500)];
  await phone.goto(first.path);
  await expect(phone.getByText('Resgate Confirmado!')).toBeVisible();
  await phone.goto(second.path);
  await expect(phone.getByText('Saldo insuficiente para este resgate')).toBeVisible();
});

test('an invalid signup link says so', async ({ phone }) => {
  await phone.goto('/signup/loja-que-nao-existe');
  await expect(phone.getByText('Link Inválido')).toBeVisible();
  await expect(phone.getByText('Este link de cadastro não é válido ou está inativo.')).toBeVisible();
});

test('an unknown phone on the customer page finds nobody', async ({ phone }) => {
  await phone.goto(`/customer/dashboard/${newPhone()}`);
  await expect(phone.getByText('Cliente não encontrado')).toBeVisible();
  await expect(phone.getByText('Verifique o número de telefone')).toBeVisible();
});
