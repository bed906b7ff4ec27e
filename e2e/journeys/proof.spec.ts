import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { mailOrigin, mailTo } from '../src/mails.ts';
import { expect, issueCashback, newPhone, qrLink, test } from '../src/merchant.ts';

// Proof of being the customer, where the merchant asks for it. On the product that sends mail.
test.use({ baseURL: mailOrigin() });

const pathOf = (link: string) => new URL(link).pathname;
const protectedStatement = (page: Page) => page.getByRole('heading', { name: 'Extrato protegido' });

async function askForProof(counter: Page): Promise<void> {
  await counter.goto('/settings?aba=cashback');
  await counter.getByText('Extrato protegido', { exact: true }).click();
  await counter.getByText('Acima de um valor', { exact: true }).click();
  await counter.getByRole('button', { name: 'Salvar' }).click();
  await expect(counter.getByLabel('Acima de', { exact: true })).toBeFocused();
  await counter.getByLabel('Acima de', { exact: true }).fill('2,00');
  await expectAccessible(counter, 'the settings of proof');
  await counter.getByRole('button', { name: 'Salvar' }).click();
  await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
}

/** A code at the counter for part of the customer's balance; answers its path. */
async function redeem(counter: Page, customer: string, amount: string): Promise<string> {
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(customer);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/Máximo: R\$/)).toBeVisible();
  await counter.getByLabel('Valor a resgatar').fill(amount);
  await counter.keyboard.press('Enter');
  return pathOf(await qrLink(counter));
}

async function choosePin(phone: Page, pin: string): Promise<void> {
  await phone.getByLabel(/PIN de 4 números/).fill(pin);
  await phone.getByRole('button', { name: /^(Criar|Trocar) o PIN$/ }).click();
}

test('the phone of the counter opens the statement; another one by a code or a PIN, a redemption too', async ({
  counter,
  phone,
  browser,
  merchant,
}) => {
  const customer = newPhone();
  const statement = `/customer/dashboard/${customer}?loja=${merchant.slug}`;
  const newDevice = async () =>
    await (
      await browser.newContext({ viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true })
    ).newPage();
  await askForProof(counter);

  await test.step('without proof the page names program and merchant only', async () => {
    await phone.goto(statement);
    await expect(protectedStatement(phone)).toBeVisible();
    await expect(phone.getByText(merchant.name).first()).toBeVisible();
    await expect(phone.getByLabel('PIN de 4 números')).toBeVisible();
    await expectAccessible(phone, 'a protected statement');
    await phone.setViewportSize({ width: 320, height: 640 });
    await expectPageWidth(phone, 320);
    await phone.setViewportSize({ width: 390, height: 780 });
  });

  await test.step('the phone that confirms a purchase is known, and chooses a PIN', async () => {
    await phone.goto(pathOf(await issueCashback(counter, customer, '100,00')));
    await phone.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
    await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
    await phone.getByRole('button', { name: 'PIN e aparelhos' }).click();
    await choosePin(phone, '1234');
    await expect(phone.getByText(/^Este PIN é fácil de adivinhar/)).toBeVisible();
    await expectAccessible(phone, 'a PIN that is refused');
    await choosePin(phone, '4827');
    await expect(phone.getByText('PIN salvo!')).toBeVisible();
  });

  await test.step('an e-mail confirmed on it brings the code to another phone', async () => {
    const counterApi = counterApiOf(counter.request);
    const email = `cliente${customer}@mail.example`;
    await counter.goto(`/customers/${await counterApi.customerId(customer)}`);
    await counter.getByRole('button', { name: 'Editar cadastro' }).click();
    await counter.getByRole('dialog').getByLabel('Email').fill(email);
    await counter
      .getByRole('dialog')
      .getByRole('button', { name: /^Salvar/ })
      .click();
    await expect(counter.getByRole('dialog')).toHaveCount(0);
    const other = await newDevice();
    await other.goto(statement);
    await other.getByRole('button', { name: 'Receber código por email' }).click();
    const code = /\b\d{6}\b/.exec((await mailTo(email)).text)?.[0] ?? '';
    const field = other.getByLabel('Código de 6 números');
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(field).toHaveAttribute('inputmode', 'numeric');
    await field.fill(code === '000000' ? '000001' : '000000');
    await other.getByRole('button', { name: 'Confirmar código' }).click();
    await expect(other.getByText(/^Código incorreto ou vencido/)).toBeVisible();
    await expect(field).toBeFocused();
    await expectAccessible(other, 'a code that is refused');
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await other.keyboard.press('Enter');
    await expect(other.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
    await other.context().close();
  });

  await test.step('the receipt of another phone’s purchase shows no phone and no balance', async () => {
    const other = await newDevice();
    await other.goto(pathOf(await issueCashback(counter, customer, '1,00')));
    await expect(other.locator('main')).toContainText(/\+R\$\s0,05/);
    await expect(other.getByText(/^Protegido: toque em Ver Meu Saldo Completo/)).toBeVisible();
    await expect(other.getByText('Telefone', { exact: true })).toHaveCount(0);
    await expectAccessible(other, 'a receipt of a protected statement');
    await expectPageWidth(other, 390);
    await other.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
    await expect(other.getByLabel(/^Telefone/)).toBeVisible();
    await other.context().close();
  });

  await test.step('a redemption above the value waits for the proof', async () => {
    const path = await redeem(counter, customer, '3,00');
    const dialog = counter.getByRole('dialog');
    await expect(dialog).toContainText('Aguardando a prova do cliente');
    const other = await newDevice();
    await other.goto(path);
    await expect(other.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
    await expect(other.getByLabel('PIN de 4 números')).toBeVisible();
    await expectAccessible(other, 'a redemption that waits for a proof');
    await other.getByLabel('PIN de 4 números').fill('9182');
    await other.getByRole('button', { name: 'Usar o PIN' }).click();
    await expect(other.getByText(/^PIN incorreto/)).toBeVisible();
    await expect(dialog).toContainText('Aguardando a prova do cliente');
    await other.getByLabel('PIN de 4 números').fill('4827');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('heading', { name: 'Resgate Confirmado!' })).toBeVisible();
    await expect(dialog).toContainText('Confirmado!');
    await other.context().close();
  });

  await test.step('the known phone redeems at once, and is forgotten when its customer says so', async () => {
    await phone.goto(await redeem(counter, customer, '2,00'));
    await expect(phone.getByRole('heading', { name: 'Resgate Confirmado!' })).toBeVisible();
    await phone.goto(statement);
    await phone.getByRole('button', { name: 'Esquecer este aparelho' }).click();
    await expect(phone.getByText('Pronto! Este aparelho esqueceu o seu telefone.')).toBeVisible();
    await phone.goto(statement);
    await expect(protectedStatement(phone)).toBeVisible();
  });
});

test('a manager forgets the PIN and the devices of a customer who lost the phone', async ({
  counter,
  phone,
  merchant,
}) => {
  const customer = newPhone();
  const statement = `/customer/dashboard/${customer}?loja=${merchant.slug}`;
  await askForProof(counter);
  await phone.goto(pathOf(await issueCashback(counter, customer, '100,00')));
  await expect(phone.getByRole('heading', { name: 'Parabéns!' })).toBeVisible();
  await counter.goto(`/customers/${await counterApiOf(counter.request).customerId(customer)}`);
  await counter.getByRole('button', { name: 'Redefinir PIN e aparelhos' }).click();
  await expectAccessible(counter, 'the reset of a proof');
  await counter.getByRole('dialog').getByRole('button', { name: 'Redefinir', exact: true }).click();
  await expect(counter.getByText('PIN e aparelhos redefinidos!')).toBeVisible();
  await phone.goto(statement);
  await expect(protectedStatement(phone)).toBeVisible();
});
