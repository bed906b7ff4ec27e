import { openCounterApi } from '../src/counter-api.ts';
import { expect, newPhone, test } from '../src/merchant.ts';
import { untilIdle } from '../src/until-idle.ts';

/** A browser reports there what a page does wrong; a customer's refusal is no fault of the page's. */
test('no public page leaves an error in the browser’s console, whatever it was opened with', async ({
  phone,
  request,
  merchant,
}) => {
  const { path } = await (await openCounterApi(request, merchant)).sell(newPhone(), 10_000);
  const errors: string[] = [];
  phone.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${phone.url()}: ${message.text()}`);
  });
  const pages: [address: string, text: string][] = [
    // What comes last there.
    [path, 'Seu saldo sempre à mão'],
    ['/customer/cashback/CASHBACK_nobody-knows-this-one-at-all', 'Ops! Algo deu errado'],
    [`/customer/dashboard/${newPhone()}`, 'Cliente não encontrado'],
    [`/signup/${merchant.slug}`, 'Cadastre-se'],
    ['/signup/nobody-has-this-slug', 'Link Inválido'],
    ['/login', 'Acesse sua conta'],
    ['/signup', 'Criar conta grátis'],
    ['/forgot-password', 'Esqueceu a senha?'],
  ];
  for (const [address, text] of pages) {
    await phone.goto(address);
    await expect.soft(phone.getByText(text).first()).toBeVisible();
    await phone.waitForFunction(
      () => !document.getElementById('first-paint') && document.querySelector('#root h1'),
    );
    await untilIdle(phone);
  }
  expect(errors).toEqual([]);
});
