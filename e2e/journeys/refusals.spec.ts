import { expectAccessible } from '../src/axe.ts';
import { counterApiOf, openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expect, type Merchant, newPhone, test } from '../src/merchant.ts';

/**
 * Rows of this merchant that would differ if a refused act had done anything; other journeys run beside this
 * one.
 */
async function countEffects({ slug }: Merchant): Promise<object[]> {
  return await asOwner(
    `SELECT (SELECT count(*) FROM ledger_entries WHERE merchant_id = m.id) AS entries,
       (SELECT count(*) FROM transactions WHERE merchant_id = m.id) AS purchases,
       (SELECT count(*) FROM redemptions WHERE merchant_id = m.id AND status = 'completed') AS completed,
       (SELECT count(*) FROM customers WHERE merchant_id = m.id) AS customers,
       (SELECT count(*) FROM merchants WHERE name = 'Outra Loja') AS merchants
     FROM merchants m WHERE m.signup_link_slug = $1`,
    [slug],
  );
}

test('a wrong password is refused with the same message as an unknown e-mail, and nothing typed is lost', async ({
  page,
  merchant,
}) => {
  await page.goto('/login');
  for (const email of [merchant.email, 'ninguem@lugar-nenhum.example']) {
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
  merchant,
}) => {
  const before = await countEffects(merchant);
  await page.goto('/signup');
  await page.getByLabel('Nome do Estabelecimento').fill('Outra Loja');
  await page.getByLabel('Telefone').fill('1132104567');
  await page.getByLabel('Endereço').fill('Rua B, 2');
  await page.getByLabel('Seu Nome Completo').fill('Outro Dono');
  await page.getByLabel('Email').fill(merchant.email);
  await page.getByLabel('Senha', { exact: true }).fill('12345');
  await page.getByLabel('Confirmar Senha').fill('12345');
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).press('Space');
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
  expect(await countEffects(merchant)).toEqual(before);
});

test('a customer without a balance gets a notice in place of the form', async ({ counter }) => {
  const phone = newPhone();
  await counterApiOf(counter.request).sell(phone, 1_000);
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(phone);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Cliente sem saldo')).toBeVisible();
  await expectAccessible(counter, 'redemption, no balance');
  await expect(counter.getByLabel('Valor a resgatar')).toHaveCount(0);
});

test('an unknown phone and a value above the balance are refused at the counter', async ({
  counter,
  merchant,
}) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).credit(customerPhone, 10_000);
  const before = await countEffects(merchant);
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
  expect(await countEffects(merchant)).toEqual(before);
});

test('no employee serves their own phone: it is refused beside the field, at the purchase and at the redemption', async ({
  counter,
  merchant,
}) => {
  const own = newPhone();
  await counterApiOf(counter.request).credit(own, 10_000);
  await asOwner('UPDATE employees SET phone = $2 WHERE email = $1', [merchant.email, own]);
  await asOwner('UPDATE employees SET phone = NULL WHERE email = $1', [merchant.email]);
  const before = await countEffects(merchant);
  const refused = 'Este telefone é ou já foi seu. Peça a outra pessoa da equipe para atender você.';
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(own);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/Máximo: R\$/)).toBeVisible();
  await counter.getByLabel('Valor a resgatar').fill('1,00');
  await counter.keyboard.press('Enter');
  await expect(counter.getByLabel('Telefone do cliente')).toBeFocused();
  await expect(counter.getByLabel('Telefone do cliente')).toHaveAccessibleDescription(new RegExp(refused));
  await expectAccessible(counter, 'redemption, own phone');
  await counter.goto('/cashback');
  await counter.getByLabel('Telefone do cliente').fill(own);
  await counter.getByLabel('Valor da compra').fill('10,00');
  await counter.keyboard.press('Enter');
  await expect(counter.getByLabel('Telefone do cliente')).toHaveAccessibleDescription(new RegExp(refused));
  expect(await countEffects(merchant)).toEqual(before);
});

test('unknown, expired and old-shaped tokens get one and the same screen, and change nothing', async ({
  phone,
  request,
  merchant,
}) => {
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  await asOwner(
    `UPDATE transactions t SET token_expires_at = now() - interval '1 second' FROM merchants m
     WHERE m.id = t.merchant_id AND m.signup_link_slug = $1`,
    [merchant.slug],
  );
  const before = await countEffects(merchant);
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
  expect(await countEffects(merchant)).toEqual(before);
});

test('a redemption whose balance was spent meanwhile is refused on the phone', async ({
  phone,
  request,
  merchant,
}) => {
  const customerPhone = newPhone();
  const counterApi = await openCounterApi(request, merchant);
  await counterApi.credit(customerPhone, 10_000);
  const [first, second] = [
    await counterApi.redeem(customerPhone, 500),
    await counterApi.redeem(customerPhone, 500),
  ];
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

test('an unknown phone on the customer page finds no balance', async ({ phone }) => {
  await phone.goto(`/customer/dashboard/${newPhone()}`);
  await expect(phone.getByText('Cliente não encontrado')).toBeVisible();
  await expect(phone.getByText('Verifique o número de telefone')).toBeVisible();
});
