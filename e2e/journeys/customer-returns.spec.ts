import type { Page } from '@playwright/test';
import { phoneFromCustomerCode } from 'domain/customer-code';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { layoutShifts, watchLayout } from '../src/first-seconds.ts';
import { expect, MOTION, newPhone, test } from '../src/merchant.ts';
import { readQr } from '../src/read-qr.ts';
import { receivedFiles, untilReceived } from '../src/received-files.ts';
import { untilIdle } from '../src/until-idle.ts';

// How a customer comes back to the balance: from an error, from the start page, by the home screen or a link,
// and at the counter by the own code.

const offer = (page: Page) => page.getByRole('region', { name: 'Seu saldo sempre à mão' });
const failed = (page: Page) => page.getByRole('heading', { name: 'Ops! Algo deu errado' });
const answered = (page: Page) => page.evaluate(() => localStorage.getItem('keep-offer'));

/** As Chromium's own, which comes in no private window. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const state = window as unknown as { prompts: number };
    state.prompts = 0;
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, {
      prompt: async () => {
        state.prompts += 1;
      },
    });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  });

test('an unknown code leads a stranger to the form that asks for a phone, in the merchant’s name where it is known', async ({
  phone,
  request,
  merchant,
}) => {
  await phone.goto('/customer/cashback/CASHBACK_unknown');
  await expect(failed(phone)).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Voltar ao Início' })).toHaveAttribute('href', '/');
  await phone.getByRole('link', { name: 'Ver meu saldo' }).click();
  await expect(phone).toHaveURL(/\/customer\/dashboard$/);
  await expect(phone.getByRole('heading', { name: 'Ver meu saldo' })).toBeVisible();

  const counterApi = await openCounterApi(request, merchant);
  const purchase = await counterApi.sell(newPhone(), 10_000);
  await asOwner("UPDATE transactions SET token_expires_at = now() - interval '1 second' WHERE id = $1", [
    purchase.transactionId,
  ]);
  await phone.goto(purchase.path);
  await expect(failed(phone)).toBeVisible();
  const alert = phone.getByRole('alert');
  await expect(alert).toContainText(merchant.name);
  await expect(alert).toContainText('QR Code inválido ou expirado');
  await expect(alert).toContainText('Peça um novo código no caixa.');
  await expectAccessible(phone, 'expired code of a known merchant');
  await phone.getByRole('link', { name: 'Ver meu saldo' }).click();
  await expect(phone).toHaveURL(new RegExp(`/customer/dashboard\\?loja=${merchant.slug}$`));
  await expect(phone.getByText(merchant.name).first()).toBeVisible();
});

test('the start page is the login, on a customer’s device the balance, and after a sign-in the login again', async ({
  phone,
  request,
  merchant,
}) => {
  await phone.goto('/');
  await expect(phone).toHaveURL(/\/login$/);
  const customer = newPhone();
  const counterApi = await openCounterApi(request, merchant);
  const purchase = await counterApi.sell(customer, 10_000);
  await phone.goto(purchase.path);
  await expect(phone.getByRole('heading', { name: 'Parabéns!' })).toBeVisible();
  await expect.poll(() => phone.evaluate(() => JSON.stringify(localStorage))).toContain(customer);
  for (const address of ['/', '/customer', '/customer/nothing']) {
    await phone.goto(address);
    await expect(phone, address).toHaveURL(new RegExp(`/customer/dashboard/${customer}`));
    await expect(phone.locator('main')).toContainText(/Disponível\s*R\$\s5,00/);
  }
  await phone.goto('/login');
  await phone.getByLabel('Email').fill(merchant.email);
  await phone.getByLabel('Senha', { exact: true }).fill(merchant.password);
  await phone.keyboard.press('Enter');
  await expect(phone).toHaveURL(/\/dashboard$/);
  await phone.goto('/');
  await expect(phone).toHaveURL(/\/dashboard$/);
});

test.describe('with motion', () => {
  test.use(MOTION);

  test('the balance is offered to be kept after the first cashback, until that is answered', async ({
    phone,
    request,
    merchant,
  }) => {
    const counterApi = await openCounterApi(request, merchant);
    const customer = newPhone();
    // So high that the footer is on the first screen.
    await phone.setViewportSize({ width: 390, height: 1_100 });
    await watchLayout(phone);
    const files = receivedFiles(phone, 'mfe-customer');
    await phone.goto((await counterApi.sell(customer, 10_000)).path);
    await expect(phone.getByRole('heading', { name: 'Parabéns!' })).toBeVisible();
    await expect(offer(phone)).toBeVisible();
    expect(await layoutShifts(phone)).toEqual([]);
    await expect(phone.getByRole('button', { name: 'Adicionar à tela inicial' })).toHaveCount(0);
    expect(await offerInstall(phone)).toBe(true);
    await expectAccessible(phone, 'receipt with the offer');
    await expectPageWidth(phone, 390);

    const ofReceipt = [...files];

    // Not answered: it is under the balance as well, and not where nothing was earned yet.
    await phone.getByRole('link', { name: 'Ver Meu Saldo Completo' }).click();
    await expect(offer(phone)).toBeVisible();
    await phone.getByRole('button', { name: 'Adicionar à tela inicial' }).click();
    expect(await phone.evaluate(() => (window as unknown as { prompts: number }).prompts)).toBe(1);
    await expect(offer(phone)).toHaveCount(0);
    expect(await answered(phone)).toBe('answered');

    files.clear();
    await phone.goto((await counterApi.sell(customer, 10_000)).path);
    await expect(phone.getByRole('heading', { name: 'Parabéns!' })).toBeVisible();
    await untilReceived(ofReceipt, files);
    await untilIdle(phone);
    await expect(offer(phone)).toHaveCount(0);
  });
});

test('the offer is declined for good, gives the link, and tells an iPhone how', async ({
  phone,
  request,
  merchant,
  baseURL,
}) => {
  const counterApi = await openCounterApi(request, merchant);
  const customer = newPhone();
  const open = async () => {
    await phone.goto((await counterApi.sell(customer, 10_000)).path);
    await expect(phone.getByRole('heading', { name: 'Parabéns!' })).toBeVisible();
  };
  await phone.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await phone.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await open();
  await phone.getByRole('button', { name: 'Guardar este link' }).click();
  await expect(phone.getByRole('button', { name: 'Link copiado!' })).toBeVisible();
  const link = await phone.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${baseURL}/customer/dashboard?loja=${merchant.slug}`);
  expect(await answered(phone)).toBe('answered');
  await phone.goto(link);
  await expect(phone).toHaveURL(new RegExp(`/customer/dashboard/${customer}`));

  await phone.evaluate(() => localStorage.removeItem('keep-offer'));
  await phone.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false });
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
  });
  const files = receivedFiles(phone, 'mfe-customer');
  await open();
  await expect(offer(phone)).toContainText('Toque em Compartilhar e depois em “Adicionar à Tela de Início”');
  await expectAccessible(phone, 'offer on an iPhone');
  await phone.getByRole('button', { name: 'Agora não' }).click();
  await expect(offer(phone)).toHaveCount(0);
  const ofReceipt = [...files];
  files.clear();
  await open();
  await untilReceived(ofReceipt, files);
  await untilIdle(phone);
  await expect(offer(phone)).toHaveCount(0);
});

test('the own code holds the phone for the counter, in the dark and without a network too', async ({
  phone,
  request,
  merchant,
  baseURL,
}) => {
  const customer = newPhone();
  await (await openCounterApi(request, merchant)).credit(customer, 10_000);
  const address = `/customer/dashboard/${customer}?loja=${merchant.slug}`;
  await phone.goto(address);
  await expect
    .poll(() =>
      phone.evaluate(
        async (path) =>
          navigator.serviceWorker.controller !== null &&
          (await (await caches.open('customer-pages-1')).match(path)) !== undefined,
        `/customer/dashboard?loja=${merchant.slug}`,
      ),
    )
    .toBe(true);
  await phone.context().setOffline(true);
  await phone.emulateMedia({ colorScheme: 'dark' });
  await phone.goto(address);
  await expect(phone.getByText('Sem conexão.')).toBeVisible();
  const show = phone.getByRole('button', { name: 'Mostrar código' });
  const code = phone.getByRole('img', { name: 'Meu código' });
  const expectCode = async () => {
    await expect(code).toBeVisible();
    const text = await readQr(code);
    expect(text).toBe(`${baseURL}/cashback#telefone=${customer}`);
    expect(phoneFromCustomerCode(text)).toBe(customer);
  };
  // Never opened before: it was kept all the same.
  await show.click();
  await expectCode();
  await expectAccessible(phone, 'own code, dark');
  await expectPageWidth(phone, 390);
  await phone.getByRole('button', { name: 'Ocultar código' }).click();
  await expect(code).toHaveCount(0);
  await expect(show).toBeFocused();
});
