import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf, openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expect, type Merchant, newPhone, test } from '../src/merchant.ts';
import { insertPastPurchases } from '../src/past-purchases.ts';
import {
  ANSWER_AFTER_MS,
  newMailchimpKey,
  newToken,
  type Providers,
  startProviders,
} from '../src/providers.ts';

let providers: Providers;
test.beforeAll(async () => {
  providers = await startProviders();
});
test.afterAll(() => providers.stop());

const open = (counter: Page, tab: string) => counter.goto(`/integrations?aba=${tab}`);
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const testing = (counter: Page) => counter.getByRole('button', { name: 'Testar Conexão' });
const syncing = (counter: Page) => counter.getByRole('button', { name: 'Sincronizar todos os clientes' });

/** The account saved and, where it should send, turned on. */
async function saveMailchimp(counter: Page, key: string, audience = 'a1b2c3d4e5'): Promise<void> {
  await open(counter, 'mailchimp');
  await counter.getByLabel('Chave de API').fill(key);
  await counter.getByLabel('ID da audiência').fill(audience);
  await counter.getByLabel('Enviar sem consentimento de marketing').check();
  await press(counter, 'Salvar Configuração');
  await expect(counter.getByText('Configuração do Mailchimp salva!')).toBeVisible();
}

async function turnOn(counter: Page): Promise<void> {
  await counter.getByText('Ativada', { exact: true }).click();
  await expect(counter.getByText('Integração ativada')).toBeVisible();
}

const ANSWERS = '**/trpc/integrations.request**';

/** The provider does not answer within the screen's wait limit. */
async function giveUpOn(counter: Page, ask: () => Promise<void>): Promise<void> {
  await counter.route(ANSWERS, async (route) => {
    const answer = { state: 'waiting', kind: 'test', provider: 'mailchimp' };
    await route.fulfill({ json: { result: { data: answer } } });
  });
  await counter.clock.install();
  const asked = counter.waitForRequest(ANSWERS);
  await ask();
  await asked;
  await counter.clock.runFor(31_000);
}

async function writeCampaign(counter: Page): Promise<void> {
  await counter.getByLabel('Título interno').fill('Junho');
  await counter.getByLabel('Assunto').fill('Volte & ganhe');
  await counter.getByLabel('Nome do remetente').fill('Mercearia');
  await counter.getByLabel('Email de resposta').fill('oi@mercearia.example');
  await counter.getByLabel('Mensagem').fill('Olá!\n\n<b>Seu saldo</b> espera.');
}

test('Mailchimp is tested before it is saved, saved, turned on, and gets new customers', async ({
  counter,
  merchant,
  phone,
}) => {
  const key = newMailchimpKey();
  await open(counter, 'mailchimp');
  await expect(testing(counter)).toBeDisabled();
  await expect(syncing(counter)).toBeDisabled();
  await expect(counter.getByText('Ative uma integração para enviar a ela')).toBeVisible();
  await counter.getByLabel('Chave de API').fill('wrong-key');
  await expect(testing(counter)).toBeDisabled();
  await counter.getByLabel('ID da audiência').fill('a1b2c3d4e5');
  await testing(counter).click();
  await expect(counter.getByText('Esta não parece uma chave do Mailchimp')).toBeVisible();
  await expect(counter.getByLabel('Chave de API')).toBeFocused();

  await counter.getByLabel('Chave de API').fill(`wrong${key}`);
  await testing(counter).click();
  await expect(counter.getByRole('button', { name: 'Testando...' })).toBeDisabled();
  await expect(counter.getByText(/^❌ Erro: .*opens no account/)).toBeVisible();
  await expectAccessible(counter, 'a test that failed');
  await counter.getByLabel('Chave de API').fill(key);
  await testing(counter).click();
  await expect(counter.getByText('✅ Conexão com Mailchimp estabelecida!')).toBeVisible();
  await expect(counter.getByText('Clientes da loja · 0 contatos')).toBeVisible();
  await expectAccessible(counter, 'a test that succeeded');

  await press(counter, 'Salvar Configuração');
  await expect(counter.getByText('Configuração do Mailchimp salva!')).toBeVisible();
  await turnOn(counter);
  await expect(counter.getByRole('tab', { name: 'Mailchimp ativa' })).toBeVisible();

  await phone.goto(`/signup/${merchant.slug}`);
  await phone.getByLabel('Nome Completo').fill('Ana <b>Lima</b>');
  await phone.getByLabel('Email', { exact: true }).fill('Ana.Lima@gmail.example');
  await phone.getByLabel('Telefone').fill(newPhone());
  await phone.getByText('ofertas e novidades desta loja por email').click();
  await press(phone, 'Cadastrar e Começar');
  await expect
    .poll(() => providers.mailchimp.members().filter((member) => member.key === key))
    .toMatchObject([
      {
        email: 'ana.lima@gmail.example',
        status: 'subscribed',
        tags: ['Cashback', 'Cliente', 'Novo Cliente'],
      },
    ]);
  // The stored key counts as one.
  await open(counter, 'mailchimp');
  await testing(counter).click();
  await expect(counter.getByText('Clientes da loja · 1 contato', { exact: true })).toBeVisible();
  await counter.getByText('Ativada', { exact: true }).click();
  await expect(counter.getByText('Integração desativada')).toBeVisible();
  await counter.getByRole('tab', { name: 'Logs' }).click();
  await expect(
    counter.getByRole('row', { name: /Ana <b>Lima<\/b> Mailchimp Cadastro .* Sucesso/ }),
  ).toBeVisible();
});

test('RD Station is set up by keyboard alone, and gets purchases', async ({ counter, merchant, request }) => {
  const token = newToken();
  const { keyboard } = counter;
  const focused = (
    name: string,
    role: 'tab' | 'button' | 'textbox' | 'switch' | 'checkbox' | 'radio' = 'button',
  ) => expect(counter.getByRole(role, { name }).first()).toBeFocused();
  await open(counter, 'mailchimp');
  await expect(testing(counter)).toBeVisible();
  await counter.getByRole('tab', { name: 'Mailchimp' }).focus();
  await keyboard.press('ArrowRight');
  await focused('RD Station', 'tab');
  await expect(counter.getByRole('textbox', { name: 'Token de acesso' })).toBeVisible();
  await keyboard.press('Tab');
  await focused('Token de acesso', 'textbox');
  await keyboard.type(`wrong${token}`);
  await keyboard.press('Tab');
  await focused('Mostrar token');
  for (const box of ['Sincronizar no cadastro', 'Sincronizar na compra', 'Sincronizar no resgate']) {
    await keyboard.press('Tab');
    await focused(box, 'checkbox');
  }
  await keyboard.press('Tab');
  await focused('Não enviar', 'radio');
  await keyboard.press('ArrowRight');
  await focused('Enviar sem consentimento de marketing', 'radio');
  await keyboard.press('Tab');
  await focused('Testar Conexão');
  await keyboard.press('Enter');
  await expect(counter.getByText(/^❌ Erro: .*opens no account/)).toBeVisible();

  await counter.getByLabel('Token de acesso').focus();
  await keyboard.press('Control+a');
  await keyboard.type(token);
  for (let stop = 0; stop < 6; stop += 1) await keyboard.press('Tab');
  await focused('Testar Conexão');
  await keyboard.press('Enter');
  await expect(counter.getByText('✅ Conexão com RD Station estabelecida!')).toBeVisible();
  await expect(counter.getByText('0 contatos', { exact: true })).toBeVisible();
  await counter.getByLabel('Token de acesso').focus();
  await keyboard.press('Enter');
  await expect(counter.getByText('Configuração do RD Station salva!')).toBeVisible();
  await focused('Ativada', 'switch');
  await keyboard.press('Space');
  await expect(counter.getByText('Integração ativada')).toBeVisible();
  await expect(counter.getByRole('tab', { name: 'RD Station ativa' })).toBeVisible();
  await expectAccessible(counter, 'RD Station active');

  const counterApi = await openCounterApi(request, merchant);
  expect(await counterApi.confirm(await counterApi.sell(newPhone(), 25_000))).toBe(200);
  await expect
    .poll(() => providers.rdStation.contacts().filter((contact) => contact.key === token))
    .toMatchObject([{ fields: { cf_evento: 'purchase' } }]);
});

test('a consent withdrawn is seen at both fakes, and who gave none is sent to neither', async ({
  counter,
  merchant,
  phone,
}) => {
  const key = newMailchimpKey();
  const token = newToken();
  await open(counter, 'mailchimp');
  await counter.getByLabel('Chave de API').fill(key);
  await counter.getByLabel('ID da audiência').fill('a1b2c3d4e5');
  await expect(counter.getByLabel('Não enviar')).toBeChecked();
  // What is withdrawn is sent whatever the events that send a customer.
  await counter.getByText('Sincronizar na compra').click();
  await press(counter, 'Salvar Configuração');
  await turnOn(counter);
  await open(counter, 'rd_station');
  await counter.getByLabel('Token de acesso').fill(token);
  await press(counter, 'Salvar Configuração');
  await turnOn(counter);

  const email = `ana.${merchant.slug}@gmail.example`;
  const customerPhone = newPhone();
  for (const each of [
    { phone: newPhone(), email: `bia.${merchant.slug}@gmail.example`, ticked: false },
    { phone: customerPhone, email, ticked: true },
  ]) {
    await phone.goto(`/signup/${merchant.slug}`);
    await phone.getByLabel('Nome Completo').fill('Ana');
    await phone.getByLabel('Email', { exact: true }).fill(each.email);
    await phone.getByLabel('Telefone').fill(each.phone);
    if (each.ticked) await phone.getByText('ofertas e novidades desta loja por email').click();
    await press(phone, 'Cadastrar e Começar');
    await expect(phone).toHaveURL(new RegExp(each.phone));
  }
  const members = () => providers.mailchimp.members().filter((member) => member.key === key);
  const contacts = () => providers.rdStation.contacts().filter((contact) => contact.key === token);
  const basis = (status: string) => [{ category: 'communications', type: 'consent', status }];
  await expect.poll(members).toMatchObject([{ email, status: 'subscribed' }]);
  await expect.poll(contacts).toMatchObject([{ email, legalBases: basis('granted') }]);

  await counter.goto(`/customers/${await counterApiOf(counter.request).customerId(customerPhone)}`);
  await press(counter, 'Anotar recusa de Email');
  await counter.getByRole('dialog').getByRole('button', { name: 'Anotar recusa' }).click();
  await expect(counter.getByText('Recusa anotada!')).toBeVisible();
  await expect.poll(members).toMatchObject([{ email, status: 'unsubscribed' }]);
  await expect.poll(contacts).toMatchObject([{ email, legalBases: basis('declined') }]);
  await open(counter, 'logs');
  await expect(counter.getByRole('row', { name: /Não enviado Sem consentimento para email/ })).toHaveCount(2);
  await expect(counter.getByRole('row', { name: /Consentimento .* Sucesso/ })).toHaveCount(2);
  await expectAccessible(counter, 'logs with what was not sent');
});

const BUYERS = 40;
const REFUSED = 3;

/** As many buyers; the first of them have an e-mail, and consented. */
async function insertBuyers(merchant: Merchant): Promise<string[]> {
  const phones = Array.from({ length: BUYERS }, (_, index) => `1197${String(index).padStart(7, '0')}`);
  await insertPastPurchases(
    merchant,
    phones.map((each) => ({ phone: each, daysAgo: 1, amountCents: 5_000, isConfirmed: true })),
  );
  const rows = await asOwner<{ email: string }>(
    `UPDATE customers c SET name = 'Cliente ' || right(c.phone, 3), email = c.phone || '.' || m.signup_link_slug || '@gmail.example'
     FROM merchants m WHERE m.id = c.merchant_id AND m.signup_link_slug = $1 AND c.phone = ANY ($2) RETURNING c.email`,
    [merchant.slug, phones.slice(0, REFUSED)],
  );
  await asOwner(
    `INSERT INTO consents (merchant_id, id, customer_id, channel, is_given, text_version, source)
     SELECT c.merchant_id, gen_random_uuid(), c.id, 'email', true, 1, 'signup'
     FROM customers c JOIN merchants m ON m.id = c.merchant_id
     WHERE m.signup_link_slug = $1 AND c.email IS NOT NULL`,
    [merchant.slug],
  );
  return rows.map(({ email }) => email);
}

test('all customers are sent while the screen is watched, reloaded and left; failed ones are sent again', async ({
  counter,
  merchant,
  context,
}) => {
  const key = newMailchimpKey();
  await saveMailchimp(counter, key);
  await turnOn(counter);
  await press(counter, 'Sincronizar todos os clientes');
  await expect(counter.getByText('❌ Erro: Nenhum cliente encontrado')).toBeVisible();

  for (const email of await insertBuyers(merchant)) providers.mailchimp.refuse(email);
  // So that there is something to watch, however slow this machine is.
  providers.answerAfter(2_000);
  await press(counter, 'Sincronizar todos os clientes');
  await expect(counter.getByText('Sincronizando clientes...')).toBeVisible();
  const progress = counter.getByRole('progressbar', { name: 'Sincronização dos clientes' });
  await expect(progress).toHaveAttribute('aria-valuemax', String(BUYERS));
  await expect(syncing(counter)).toBeDisabled();
  await counter.reload();
  await expect(progress).toHaveAttribute('aria-valuetext', /^\d+ de 40 clientes$/);
  await expectAccessible(counter, 'a sync that runs');
  const other = await context.newPage();
  await open(other, 'logs');
  await expect(other.getByRole('progressbar')).toBeVisible();
  await other.close();
  providers.answerAfter(ANSWER_AFTER_MS);

  await expect(counter.getByText('✅ 37 clientes sincronizados!')).toBeVisible();
  await expect(progress).toHaveCount(0);
  await expect(counter.getByText(/40 clientes\s*37 com sucesso/)).toBeVisible();
  await expect(syncing(counter)).toBeEnabled();
  expect(providers.mailchimp.members().filter((member) => member.key === key)).toHaveLength(37);
  await expectAccessible(counter, 'a sync that is done');

  await counter.getByRole('link', { name: '3 erros' }).click();
  await expect(counter).toHaveURL(/aba=logs&resultado=error&acao=bulk_sync$/);
  await expect(counter.getByRole('row')).toHaveCount(1 + REFUSED);
  await expectAccessible(counter, 'logs of errors');
  const row = counter.getByRole('row', { name: /Cliente 001/ });
  await row.getByRole('button', { name: 'Detalhes' }).click();
  const dialog = counter.getByRole('dialog', { name: 'Detalhes do envio' });
  await expect(dialog).toContainText('looks fake or invalid');
  await expect(dialog).toContainText('Resposta HTTP400');
  await expectAccessible(counter, 'details');
  await counter.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Detalhes' })).toBeFocused();

  // The customer has another address meanwhile.
  await asOwner(
    `UPDATE customers c SET email = NULL FROM merchants m
     WHERE m.id = c.merchant_id AND m.signup_link_slug = $1 AND c.name = 'Cliente 001'`,
    [merchant.slug],
  );
  await row.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(row.getByText('Refeito')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(0);
  await counter.getByLabel('Resultado').selectOption({ label: 'Sucesso' });
  await expect(counter.getByRole('row', { name: /Cliente 001 .* Sucesso/ })).toBeVisible();
});

test('logs are filtered by the address, and a filter that finds nothing says so', async ({
  counter,
  merchant,
}) => {
  await saveMailchimp(counter, newMailchimpKey());
  await turnOn(counter);
  await open(counter, 'logs');
  await expect(counter.getByText('Nenhum log de sincronização ainda')).toBeVisible();
  await asOwner(
    `INSERT INTO integration_sync_log (merchant_id, integration_config_id, action, status, error_message)
     SELECT i.merchant_id, i.id, 'purchase', 'error', '<img src=x onerror=alert(1)>' FROM integration_configs i
     JOIN merchants m ON m.id = i.merchant_id WHERE m.signup_link_slug = $1`,
    [merchant.slug],
  );
  await counter.getByLabel('Ação', { exact: true }).selectOption({ label: 'Compra' });
  await expect(counter.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await counter.getByLabel('Integração').selectOption({ label: 'RD Station' });
  await expect(counter.getByText('Nenhum log com estes filtros')).toBeVisible();
  await expect(counter).toHaveURL(/integracao=rd_station&acao=purchase$/);
  await expectAccessible(counter, 'a filter that finds nothing');
  await counter.reload();
  await expect(counter.getByLabel('Integração')).toHaveValue('rd_station');
  await press(counter, 'Limpar filtros');
  await expect(counter.getByRole('row', { name: /Cliente Mailchimp Compra .* Erro/ })).toBeVisible();
  await counter.setViewportSize({ width: 390, height: 780 });
  await counter.reload();
  await expect(counter.getByRole('tab', { name: 'Mailchimp ativa' })).toBeAttached();
  await expect(counter.getByRole('tab', { name: 'Logs' })).toBeInViewport({ ratio: 0.9 });
});

test('a campaign becomes a draft at Mailchimp; what failed loses nothing that was written', async ({
  counter,
}) => {
  const key = newMailchimpKey();
  await open(counter, 'mailchimp');
  await expect(counter.getByRole('button', { name: 'Salvar Configuração' })).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Nova campanha' })).toHaveCount(0);
  await saveMailchimp(counter, key, 'missing001');
  await press(counter, 'Nova campanha');
  await press(counter, 'Criar rascunho');
  await expect(counter.getByText('Informe o assunto')).toBeVisible();
  await expect(counter.getByText('Escreva a mensagem')).toBeVisible();
  await expect(counter.getByLabel('Título interno')).toBeFocused();
  await expectAccessible(counter, 'a campaign with errors');

  await writeCampaign(counter);
  await press(counter, 'Criar rascunho');
  await expect(counter.getByText(/There is no such list/)).toBeVisible();
  await press(counter, 'Cancelar');
  await counter.getByLabel('ID da audiência').fill('a1b2c3d4e5');
  // The first run's result does not count for the second run.
  await expect(counter.getByText('Configuração do Mailchimp salva!')).toHaveCount(0);
  await press(counter, 'Salvar Configuração');
  await expect(counter.getByText('Configuração do Mailchimp salva!')).toBeVisible();
  await press(counter, 'Nova campanha');
  await expect(counter.getByLabel('Mensagem')).toHaveValue('Olá!\n\n<b>Seu saldo</b> espera.');
  await press(counter, 'Criar rascunho');
  const dialog = counter.getByRole('dialog', { name: 'Campanha criada' });
  await expect(dialog).toContainText('Rascunho');
  await expectAccessible(counter, 'a campaign that was created');
  expect(providers.mailchimp.campaigns().filter((campaign) => campaign.key === key)).toMatchObject([
    {
      settings: { subject_line: 'Volte & ganhe', title: 'Junho' },
      html: expect.stringContaining('&lt;b&gt;Seu saldo&lt;/b&gt;'),
    },
  ]);
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(counter.getByRole('button', { name: 'Nova campanha' })).toBeFocused();
});

test('a provider that does not answer is given up after half a minute', async ({ counter }) => {
  await saveMailchimp(counter, newMailchimpKey());
  await giveUpOn(counter, () => testing(counter).click());
  await expect(
    counter.getByText('❌ Erro: O Mailchimp não respondeu em 30 segundos. Tente novamente.'),
  ).toBeVisible();
});

test('a campaign that was given up keeps what was written, and asked for again it is made once', async ({
  counter,
}) => {
  const key = newMailchimpKey();
  await saveMailchimp(counter, key);
  await press(counter, 'Nova campanha');
  await writeCampaign(counter);
  await giveUpOn(counter, () => press(counter, 'Criar rascunho'));
  await expect(counter.getByText(/^O Mailchimp ainda não respondeu/)).toBeVisible();
  await counter.unroute(ANSWERS);
  await press(counter, 'Criar rascunho');
  await expect(counter.getByRole('dialog', { name: 'Campanha criada' })).toContainText('Junho');
  expect(providers.mailchimp.campaigns().filter((campaign) => campaign.key === key)).toHaveLength(1);
});
