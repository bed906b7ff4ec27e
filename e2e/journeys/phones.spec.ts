import type { Page } from '@playwright/test';
import { formatPhone } from 'domain/phone';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { listPurchases } from '../src/cut-counter.ts';
import { expect, type Merchant, newPhone, test } from '../src/merchant.ts';

const phoneField = (page: Page) => page.getByLabel('Telefone do cliente');
const amountField = (page: Page) => page.getByLabel('Valor da compra');

/** A mobile number that there was before the ninth digit. */
const oldMobile = () => `1198${newPhone().slice(4)}`;
const withoutNine = (whole: string) => `${whole.slice(0, 2)}${whole.slice(3)}`;

async function openCounter(counter: Page): Promise<void> {
  await counter.goto('/cashback');
  await expect(phoneField(counter)).toBeFocused();
}

/** What a keyboard does that composes: the text grows in place, and is handed over at the end. */
async function compose(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (let length = 1; length <= text.length; length += 1)
    await devtools.send('Input.imeSetComposition', {
      text: text.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    });
  await devtools.send('Input.insertText', { text });
}

for (const [keys, phone] of [
  ['5511987654321', '11987654321'],
  ['+5511987654321', '11987654321'],
  ['011987654321', '11987654321'],
] as const)
  test(`${keys} typed, then the value, is a purchase of ${phone}`, async ({ counter, merchant }) => {
    await openCounter(counter);
    for (const key of [...keys, ...'5000', 'Enter']) await counter.keyboard.press(key);
    await expect(counter.getByRole('dialog')).toContainText(/R\$\s50,00/);
    expect(await listPurchases(merchant)).toEqual([`${phone} 5000`]);
  });

test('55 and a 9 may be an area code, or the country code of an area code: Enter says so', async ({
  counter,
  merchant,
}) => {
  await openCounter(counter);
  for (const key of [...'55991234567', 'Enter', ...'5000', 'Enter']) await counter.keyboard.press(key);
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s50,00/);
  await counter.keyboard.press('Escape');
  await expect(phoneField(counter)).toBeFocused();
  for (const key of [...'5591987654321', 'Tab', ...'3000', 'Enter']) await counter.keyboard.press(key);
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s30,00/);
  await counter.keyboard.press('Escape');
  await expect(phoneField(counter)).toBeFocused();
  // Without it the value's digits stay with the phone, and the purchase is refused.
  for (const key of [...'55999321045', ...'5990', 'Enter']) await counter.keyboard.press(key);
  await expect(phoneField(counter)).toHaveAttribute('aria-invalid', 'true');
  await phoneField(counter).fill('');
  await phoneField(counter).focus();
  for (const key of [...'551132104567', 'Tab']) await counter.keyboard.press(key);
  await expect(phoneField(counter)).toHaveValue('(11) 3210-4567');
  await amountField(counter).fill('20,00');
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s20,00/);
  expect(await listPurchases(merchant)).toEqual(['55991234567 5000', '91987654321 3000', '1132104567 2000']);
});

test('a CPF moves no focus and is refused, as are a foreign number and two numbers', async ({
  counter,
  merchant,
}) => {
  const refusals = [
    ['12345678909', 'Isto parece um CPF. Informe o telefone, com DDD'],
    ['+351912345678', 'Este número é de outro país. Informe um do Brasil, com DDD'],
  ] as const;
  await openCounter(counter);
  for (const [keys, message] of refusals) {
    await phoneField(counter).fill('');
    await phoneField(counter).focus();
    for (const key of keys) await counter.keyboard.press(key);
    await expect(phoneField(counter)).toBeFocused();
    await amountField(counter).fill('50,00');
    await counter.keyboard.press('Enter');
    await expect(counter.getByText(message, { exact: true })).toBeVisible();
    await amountField(counter).fill('');
  }
  for (const text of ['Fixo 3265-4321 cel (11) 98765-4321', '123.456.789-09', '119876543212']) {
    await phoneField(counter).fill('');
    await phoneField(counter).focus();
    await counter.keyboard.insertText(text);
    await expect(phoneField(counter)).toHaveValue(text);
    await amountField(counter).fill('50,00');
    await counter.keyboard.press('Enter');
    await expect(phoneField(counter)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await listPurchases(merchant)).toEqual([]);
});

test('the key of the last digit, held, adds nothing to the value', async ({ counter }) => {
  await openCounter(counter);
  await counter.keyboard.type('1198765432');
  // A key that is down already repeats.
  for (let repeat = 0; repeat < 4; repeat += 1) await counter.keyboard.down('1');
  await counter.keyboard.up('1');
  await expect(amountField(counter)).toBeFocused();
  await expect(amountField(counter)).toHaveValue('');
  await counter.keyboard.type('5000');
  await expect(amountField(counter)).toHaveValue(/^R\$\s50,00$/);
});

test('a keyboard that composes adds no digit twice, in the phone and in the value', async ({
  counter,
  merchant,
}) => {
  const phone = newPhone();
  await openCounter(counter);
  await compose(counter, phone);
  await amountField(counter).focus();
  await expect(phoneField(counter)).toHaveValue(new RegExp(`${phone.slice(-4)}$`));
  await compose(counter, '4590');
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s45,90/);
  expect(await listPurchases(merchant)).toEqual([`${phone} 4590`]);
});

const SHORT = /Falta um dígito\? Celulares têm 11\. Se o número está certo, envie de novo\./;

test('ten digits of a mobile number are asked about once; its 9 is one tap away, or the button goes on', async ({
  counter,
  merchant,
}) => {
  const [whole, other] = [oldMobile(), oldMobile()];
  await openCounter(counter);
  for (const key of [...withoutNine(whole), 'Tab', ...'5000']) await counter.keyboard.press(key);
  // The key that raises the question repeats, and does not answer it.
  await counter.keyboard.down('Enter');
  await expect(phoneField(counter)).toBeFocused();
  for (let repeat = 0; repeat < 3; repeat += 1) await counter.keyboard.down('Enter');
  await counter.keyboard.up('Enter');
  await expect(phoneField(counter)).toHaveAccessibleDescription(SHORT);
  await counter.getByRole('button', { name: /^Usar \(11\) 9/ }).click();
  await expect(phoneField(counter)).toBeFocused();
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s50,00/);
  await counter.keyboard.press('Escape');
  await expect(phoneField(counter)).toBeFocused();
  for (const key of [...withoutNine(other), 'Tab', ...'3000', 'Enter']) await counter.keyboard.press(key);
  await expect(counter.getByText(SHORT)).toBeVisible();
  await counter.getByRole('button', { name: 'Gerar QR Code' }).click();
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s30,00/);
  expect(await listPurchases(merchant)).toEqual([`${whole} 5000`, `${withoutNine(other)} 3000`]);
});

test('a customer stored without the 9 is seen before a second one is made, redeems, and is asked about no more', async ({
  counter,
  merchant,
}) => {
  const whole = oldMobile();
  const old = withoutNine(whole);
  await counterApiOf(counter.request).credit(old, 10_000);
  await openCounter(counter);
  await counter.keyboard.type(whole);
  await expect(counter.getByText(`Cadastro com ${formatPhone(old)}`)).toBeVisible();
  await counter.keyboard.type('5000');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/^Este cliente tem cadastro sem o 9 depois do DDD\./)).toBeVisible();
  await counter.getByRole('button', { name: `Usar ${formatPhone(old)}` }).click();
  await expect(counter.getByText(`Cadastro com ${formatPhone(old)}`)).toBeHidden();
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog')).toContainText(/R\$\s50,00/);
  await counter.keyboard.press('Escape');
  expect(await listPurchases(merchant)).toEqual([`${old} 10000`, `${old} 5000`]);
  await counter.goto('/redemption');
  await phoneField(counter).fill(whole);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/R\$\s5,00/).first()).toBeVisible();
});

/** Where a phone is stored that a person types: the field, the button, and what shows that it went on. */
const DOORS: Record<
  string,
  (page: Page, merchant: Merchant) => Promise<[field: string, button: string, sent: RegExp]>
> = {
  async 'sign-up of a customer'(page, { slug }) {
    await page.goto(`/signup/${slug}`);
    await page.getByLabel('Nome Completo').fill('Ana Beatriz');
    return ['Telefone', 'Cadastrar e Começar', /Cadastro realizado com sucesso!/];
  },
  async 'sign-up of a merchant'(page) {
    await page.goto('/signup');
    await page.getByLabel('Nome do Estabelecimento').fill(`Mercearia ${newPhone()}`);
    await page.getByLabel('Endereço').fill('Rua das Flores, 10');
    await page.getByLabel('Seu Nome Completo').fill('Rita de Cássia');
    await page.getByLabel('Email').fill(`dona${newPhone()}@mercearia.example`);
    await page.getByLabel('Senha', { exact: true }).fill('quitanda-do-bairro');
    await page.getByLabel('Confirmar Senha').fill('quitanda-do-bairro');
    await page.getByRole('checkbox', { name: /^Li e aceito/ }).press('Space');
    return ['Telefone', 'Criar Conta Grátis', /Conta criada com sucesso/];
  },
  async 'the own profile'(page) {
    await page.goto('/settings?aba=perfil');
    return ['Telefone', 'Salvar perfil', /Perfil atualizado com sucesso!/];
  },
  async 'the merchant itself'(page) {
    await page.goto('/settings?aba=geral');
    return ['Telefone', 'Salvar', /salvas? com sucesso/];
  },
  async 'a correction'(page) {
    const phone = newPhone();
    await counterApiOf(page.request).credit(phone, 1_000);
    await page.goto(`/customers/${await counterApiOf(page.request).customerId(phone)}`);
    await page.getByRole('button', { name: 'Corrigir telefone' }).click();
    return ['Novo telefone', 'Corrigir telefone', /Telefone corrigido!/];
  },
  async 'a trial'(page) {
    await page.goto('/cashback?teste=sim');
    return ['Seu telefone', 'Gerar QR Code de teste', /Aponte a câmera do seu celular/];
  },
};

for (const [door, open] of Object.entries(DOORS))
  test(`${door}: a phone that may be mistyped is asked about once`, async ({ counter, phone, merchant }) => {
    const page = door.startsWith('sign-up') ? phone : counter;
    const [label, button, sent] = await open(page, merchant);
    const field = page.getByLabel(label, { exact: true });
    await field.fill(withoutNine(oldMobile()));
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(field).toHaveAccessibleDescription(SHORT);
    await expect(field).toBeFocused();
    await expect(page.getByRole('button', { name: /^Usar \(11\) 98/ })).toBeVisible();
    await expectAccessible(page, `doubted phone, ${door}`);
    await expect(page.getByText(sent)).toHaveCount(0);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByText(sent).first()).toBeVisible();
  });
