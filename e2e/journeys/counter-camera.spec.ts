import type { Page } from '@playwright/test';
import { customerCodeLink } from 'domain/customer-code';
import { expectAccessible } from '../src/axe.ts';
import { writeCameraVideo } from '../src/camera-video.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { test as base, expect, newAddress, newPhone, openSession } from '../src/merchant.ts';

const CAMERA = '--use-fake-device-for-media-stream';

interface Fixtures {
  /** A tablet whose camera sees this text; undefined: it has no camera. The owner is logged in. */
  openTablet: (seen: string | undefined) => Promise<Page>;
}

const test = base.extend<Fixtures>({
  openTablet: async ({ playwright, launchOptions, merchant, baseURL }, use, testInfo) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (seen) => {
      const video = seen === undefined ? [] : [CAMERA, videoOf(testInfo.outputPath('camera.y4m'), seen)];
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), '--use-fake-ui-for-media-stream', ...video],
      });
      closing.push(() => browser.close());
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        locale: 'pt-BR',
        viewport: { width: 820, height: 1180 },
        hasTouch: true,
        isMobile: true,
        extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
      });
      const page = await context.newPage();
      await openSession(page, merchant);
      return page;
    });
    for (const close of closing) await close();
  },
});

const videoOf = (path: string, text: string) =>
  `--use-file-for-fake-video-capture=${writeCameraVideo(path, text)}`;
const codeOf = (phone: string) => customerCodeLink('https://painel.example', phone);
const phoneField = (page: Page) => page.getByLabel('Telefone do cliente');
const readCode = (page: Page) => page.getByRole('button', { name: 'Ler código do cliente' });

test("the camera reads a customer's code: a purchase takes the value alone, a redemption shows the balance", async ({
  openTablet,
}) => {
  const tablet = await openTablet(codeOf('11912345678'));
  await counterApiOf(tablet.request).credit('11912345678', 40_000);
  await tablet.goto('/cashback');
  await readCode(tablet).click();
  await expect(phoneField(tablet)).toHaveValue('(11) 91234-5678');
  await expect(tablet.getByRole('dialog')).toHaveCount(0);
  await expect(tablet.getByText(/R\$\s20,00 disponíveis/)).toBeVisible();
  await expect(tablet.getByLabel('Valor da compra')).toBeFocused();
  await tablet.keyboard.type('4590');
  await tablet.keyboard.press('Enter');
  await expect(tablet.getByRole('dialog')).toContainText('(11) 91234-5678');

  await tablet.goto('/redemption');
  await readCode(tablet).click();
  await expect(tablet.getByText(/Máximo: R\$\s20,00/)).toBeVisible();
  await expect(tablet.getByLabel('Valor a resgatar')).toBeFocused();
});

test("another QR code is not taken for a customer's, and says so", async ({ openTablet }) => {
  const tablet = await openTablet('https://painel.example/redemption#telefone=11912345678');
  await tablet.goto('/cashback');
  await readCode(tablet).click();
  await expect(tablet.getByText(/Este QR Code não é o de um cliente/)).toBeVisible();
  await expectAccessible(tablet, 'cashback, camera with a foreign code');
  await tablet.getByRole('button', { name: 'Digitar o telefone' }).click();
  await expect(phoneField(tablet)).toHaveValue('');
});

test('without leave or without a camera a message says so, and the phone is typed', async ({
  openTablet,
}) => {
  const refused = await openTablet(codeOf(newPhone()));
  // A page that may not use the camera is refused it as by a person.
  await refused.route('**/cashback', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'permissions-policy': 'camera=()' },
    });
  });
  for (const [tablet, message] of [
    [refused, /A câmera não foi autorizada/],
    [await openTablet(undefined), /Este aparelho não tem câmera/],
  ] as const) {
    await tablet.goto('/cashback');
    await readCode(tablet).click();
    await expect(tablet.getByText(message)).toBeVisible();
    await expectAccessible(tablet, 'cashback, no camera');
    await tablet.getByRole('button', { name: 'Digitar o telefone' }).click();
    await phoneField(tablet).pressSequentially(newPhone());
    await expect(tablet.getByText('Cliente novo')).toBeVisible();
  }
});

test('a browser that reads codes itself does so', async ({ openTablet }) => {
  const tablet = await openTablet('nothing that counts');
  await tablet.addInitScript((code) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => [{ rawValue: code }];
    }
    Object.assign(window, { BarcodeDetector });
  }, codeOf('11912345678'));
  await tablet.goto('/cashback');
  await readCode(tablet).click();
  await expect(phoneField(tablet)).toHaveValue('(11) 91234-5678');
});

test('at a desk there is nothing to aim: the camera is offered where fingers point', async ({ counter }) => {
  await counter.goto('/cashback');
  await expect(phoneField(counter)).toBeVisible();
  await expect(readCode(counter)).toBeHidden();
});
