import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, type Merchant, test } from '../src/merchant.ts';
import { signaturesBy, startWebhookReceiver } from '../src/webhook-receiver.ts';

const TAB = '/integrations?aba=webhooks';

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
test.beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
test.afterAll(() => receiver.stop());
test.beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerWith(204);
});

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });
const endpoints = (counter: Page) => counter.getByRole('list', { name: 'Webhooks' }).locator('> li');
const deliveries = (counter: Page) => counter.getByRole('table', { name: 'Envios' }).getByRole('row');

/** Stores an address as the screen would, and shows it. */
async function haveEndpoint(counter: Page, path = ''): Promise<string> {
  const answer = await counter.request.post('/trpc/webhooks.save', {
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    data: { url: `${receiver.url}${path}`, events: ['customer.created'], isActive: true },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { secret } = ((await answer.json()) as { result: { data: { secret: string } } }).result.data;
  await counter.goto(TAB);
  return secret;
}

/** A retry after some ten seconds would come at a random moment of the next steps. */
async function deferNextAttempt({ slug }: Merchant): Promise<void> {
  await asOwner(
    `UPDATE deliveries d SET next_attempt_at = now() + interval '1 hour' FROM merchants m
     WHERE m.id = d.merchant_id AND m.signup_link_slug = $1 AND d.state = 'waiting'`,
    [slug],
  );
}

test('an address is added with the keyboard alone, its secret is shown once, and a test arrives signed', async ({
  counter,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await counter.goto(TAB);
  await expect(counter.getByText('Nenhum webhook cadastrado')).toBeVisible();
  await expectAccessible(counter, 'no webhook');

  await button(counter, 'Novo webhook').focus();
  await counter.keyboard.press('Enter');
  const url = counter.getByLabel('Endereço (URL)');
  await expect(url).toBeFocused();
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Informe o endereço')).toBeVisible();
  await expect(counter.getByText('Escolha ao menos um evento')).toBeVisible();
  await expect(url).toBeFocused();
  await expectAccessible(counter, 'errors of the form');

  await counter.keyboard.type('https://10.0.0.5/webhooks');
  await counter.keyboard.press('Tab');
  await counter.keyboard.type('Caixa da loja');
  await counter.keyboard.press('Tab');
  await expect(counter.getByLabel('Selecionar todos')).toBeFocused();
  await counter.keyboard.press('Space');
  await expect(counter.getByLabel('Cliente criado')).toBeChecked();
  await counter.keyboard.press('Enter');
  await expect(
    counter.getByText('Este endereço não é público. Informe um que a internet alcance.'),
  ).toBeVisible();
  await expect(url).toBeFocused();
  // The list is held back. The secret, shown only once, does not wait for it.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await counter.route(/\/trpc\/[^?]*webhooks\.list/, async (route) => {
    await released;
    await route.continue();
  });
  await url.fill(receiver.url);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Webhook salvo!')).toBeVisible();

  await expect(counter.getByRole('dialog', { name: 'Segredo de assinatura' })).toBeVisible();
  release();
  const secret = await counter.getByRole('textbox', { name: 'Segredo' }).inputValue();
  await button(counter, 'Copiar Segredo').click();
  await expect(counter.getByText('Copiado!')).toBeVisible();
  await expect(button(counter, 'Copiado Segredo')).toBeVisible();
  expect(await counter.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expectAccessible(counter, 'the secret');
  await expect(button(counter, 'Copiar Segredo')).toBeVisible();
  await button(counter, 'Já guardei').press('Enter');
  await expect(button(counter, 'Novo webhook')).toBeFocused();
  await expect(counter.getByText(`whsec_••••${secret.slice(-4)}`)).toBeVisible();
  expect(await counter.content()).not.toContain(secret);

  await expect(endpoints(counter)).toContainText(['Caixa da loja']);
  await expect(endpoints(counter)).toContainText(['Todos os eventos']);
  await expect(counter.getByText('Use “Enviar teste” para ver agora')).toBeVisible();
  await button(counter, /^Enviar teste/).press('Enter');
  await expect(counter.getByText('Teste entregue!')).toBeVisible();
  await expect(endpoints(counter)).toContainText(['Último envioEntregue']);
  expect(receiver.received).toHaveLength(1);
  const [test] = receiver.received;
  expect(test && signaturesBy(secret, test)).toBe(1);
  expect(JSON.parse(test?.body ?? '')).toMatchObject({ type: 'ping' });

  await button(counter, /^Detalhes de Teste/).press('Enter');
  const details = counter.getByRole('dialog', { name: 'Detalhes do envio' });
  await expect(details.getByText('"type": "ping"')).toBeVisible();
  await expect(details).toContainText(String(test?.headers['webhook-id']));
  await expect(details).toContainText('HTTP 204');
  await expectAccessible(counter, 'details');
  await button(details, 'Copiar Corpo enviado').click();
  await expect(button(details, 'Copiado Corpo enviado')).toBeVisible();
  expect(await counter.evaluate(() => navigator.clipboard.readText())).toBe(test?.body);
  await button(details, 'Fechar').last().press('Enter');
  await expect(button(counter, /^Detalhes de Teste/)).toBeFocused();
});

test('what an address refuses is seen in the log, an address that is gone is turned off, and a failed event is sent again', async ({
  counter,
  merchant,
}) => {
  await haveEndpoint(counter);
  receiver.answerWith(500);
  await button(counter, /^Enviar teste/).click();
  await expect(counter.getByText('Teste não entregue: O endereço respondeu com o status 500')).toBeVisible();
  await expect(deliveries(counter).nth(1)).toContainText('Tentando de novo');
  await expect(deliveries(counter).nth(1)).toContainText('1 tentativa · próxima: ');
  await expect(endpoints(counter)).toContainText(['Tentando de novo']);
  await deferNextAttempt(merchant);
  await expectAccessible(counter, 'tried again');

  receiver.answerWith(410);
  await button(counter, /^Enviar teste/).click();
  await expect(counter.getByText(/Teste não entregue: O endereço respondeu com o status 410/)).toBeVisible();
  await expect(endpoints(counter)).toContainText(['Desligado: o endereço respondeu que não existe mais.']);
  await expect(button(counter, /^Enviar teste/)).toBeDisabled();
  await expect(button(counter, /^Tentar novamente/)).toHaveCount(0);

  await counter.getByLabel('Situação').selectOption('Entregue');
  await expect(counter.getByText('Nenhum envio com estes filtros')).toBeVisible();
  await expectAccessible(counter, 'nothing with these filters');
  await button(counter, 'Ver todos os envios').click();
  await expect(deliveries(counter)).toHaveCount(3);
  await counter.getByLabel('Situação').selectOption('Falhou');
  await counter.getByLabel('Enviado para').selectOption(receiver.url);
  await expect(deliveries(counter).nth(1)).toContainText('respondeu com o status 410 e foi desativado');

  receiver.answerWith(200);
  await counter.getByRole('switch', { name: `Ativo: ${receiver.url}` }).press('Space');
  await expect(counter.getByText('Webhook ativado')).toBeVisible();
  const before = receiver.received.splice(0).map(({ body }) => body);
  await button(counter, /^Tentar novamente/)
    .first()
    .click();
  await expect(counter.getByText('Novo envio a caminho')).toBeVisible();
  await expect.poll(() => receiver.received.some(({ body }) => before.includes(body))).toBe(true);
  await counter.getByLabel('Situação').selectOption('Todas');
  await expect(deliveries(counter).nth(1)).toContainText('Entregue');
  await counter.setViewportSize({ width: 390, height: 780 });
  await expectAccessible(counter, 'the log on a phone');
});

test('a new secret signs beside the old one, and an address is changed, turned off and removed', async ({
  counter,
}) => {
  const old = await haveEndpoint(counter);
  await button(counter, 'Gerar novo segredo').click();
  await expect(counter.getByText('Por 24 horas cada envio é assinado')).toBeVisible();
  await expectAccessible(counter, 'before a new secret');
  await button(counter.getByRole('dialog'), 'Gerar novo segredo').click();
  await expect(counter.getByText('Novo segredo gerado')).toBeVisible();
  const secret = await counter.getByRole('textbox', { name: 'Segredo' }).inputValue();
  await button(counter, 'Já guardei').click();
  await expect(button(counter, 'Gerar novo segredo')).toBeFocused();
  await expect(counter.getByText('O anterior assina junto até')).toBeVisible();
  await button(counter, /^Enviar teste/).click();
  await expect(counter.getByText('Teste entregue!')).toBeVisible();
  // Another journey's merchant may get a delivery meanwhile.
  const both = receiver.received.find((each) => signaturesBy(secret, each) === 1);
  expect(both && signaturesBy(old, both)).toBe(1);

  await button(counter, /^Editar/).click();
  await counter.getByText('Cliente criado', { exact: true }).last().click();
  await counter.getByText('Resgate confirmado', { exact: true }).click();
  await counter.getByText('Compra estornada', { exact: true }).click();
  await counter.getByLabel('Descrição').fill('ERP');
  await button(counter, 'Salvar').click();
  await expect(counter.getByText('Webhook salvo!')).toBeVisible();
  await expect(button(counter, /^Editar/)).toBeFocused();
  await expect(counter.getByRole('list', { name: 'Eventos' }).getByRole('listitem')).toHaveText([
    'Resgate confirmado',
    'Compra estornada',
  ]);
  await counter.getByText('Ativo', { exact: true }).click();
  await expect(counter.getByText('Webhook desativado')).toBeVisible();

  await counter.route('**/trpc/webhooks.remove*', (route) => route.abort());
  await button(counter, /^Remover/).click();
  await button(counter.getByRole('dialog'), 'Remover').click();
  await expect(counter.getByText('Erro ao remover o webhook')).toBeVisible();
  await expectAccessible(counter, 'not removed');
  await counter.unroute('**/trpc/webhooks.remove*');
  await button(counter.getByRole('dialog'), 'Remover').click();
  await expect(counter.getByText('Webhook removido')).toBeVisible();
  await expect(counter.getByText('Nenhum webhook cadastrado')).toBeVisible();
  await expect(button(counter, 'Novo webhook')).toBeFocused();
  // Deliveries stay readable.
  await expect(deliveries(counter)).toHaveCount(2);
});

test('what cannot be had is asked for again, and a long log comes page by page', async ({
  counter,
  merchant,
}) => {
  await counter.route('**/trpc/webhooks.list*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await counter.goto(TAB);
  await expect(counter.getByText('Erro ao carregar os webhooks')).toBeVisible();
  await expectAccessible(counter, 'failed');
  await counter.unroute('**/trpc/webhooks.list*');
  await button(counter, 'Tentar novamente').click();
  await expect(counter.getByText('Nenhum webhook cadastrado')).toBeVisible();

  await counter.route('**/trpc/webhooks.save*', (route) => route.abort());
  await button(counter, 'Novo webhook').click();
  await counter.getByLabel('Endereço (URL)').fill(receiver.url);
  await counter.getByText('Selecionar todos').click();
  await button(counter, 'Salvar').click();
  await expect(counter.getByRole('dialog').getByText('Erro ao salvar o webhook')).toBeVisible();
  await expect(counter.getByLabel('Endereço (URL)')).toHaveValue(receiver.url);
  await counter.unroute('**/trpc/webhooks.save*');
  await button(counter, 'Salvar').click();
  await button(counter, 'Já guardei').click();

  await asOwner(
    `INSERT INTO deliveries (merchant_id, id, webhook_endpoint_id, event, subject_id, state, attempts, next_attempt_at, last_status,
       body, occurred_at, created_at, finished_at)
     SELECT e.merchant_id, gen_random_uuid(), e.id, 'ping', e.id, 'delivered', 1, now(), 204, '{}', now(),
       now() - n * interval '1 minute', now() FROM webhook_endpoints e JOIN merchants m ON m.id = e.merchant_id,
       generate_series(1, 60) n WHERE m.signup_link_slug = $1`,
    [merchant.slug],
  );
  await counter.route('**/trpc/webhooks.deliveries*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await counter.reload();
  await expect(counter.getByText('Erro ao carregar os envios')).toBeVisible();
  await counter.unroute('**/trpc/webhooks.deliveries*');
  await button(counter, 'Tentar novamente').click();
  await expect(deliveries(counter)).toHaveCount(51);
  await button(counter, 'Carregar mais').click();
  await expect(deliveries(counter)).toHaveCount(61);
  await expect(button(counter, 'Carregar mais')).toHaveCount(0);
});
