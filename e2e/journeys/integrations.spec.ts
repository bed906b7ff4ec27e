import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, test } from '../src/merchant.ts';

const KEY = '0123456789abcdef0123456789abcdef-us21';

async function open(counter: Page, tab: string): Promise<void> {
  await counter.goto(`/integrations?aba=${tab}`);
  await expect(counter.getByRole('heading', { name: 'Integrações', exact: true })).toBeVisible();
}

const save = (counter: Page) => counter.getByRole('button', { name: 'Salvar Configuração' }).click();

test('an owner saves a key that is never shown again, turns the integration on, and replaces the key', async ({
  counter,
  merchant,
}) => {
  await open(counter, 'mailchimp');
  await expect(counter.getByLabel('Prefixo do servidor')).toHaveValue('us1');
  await expect(counter.getByLabel('Sincronizar no cadastro')).toBeChecked();
  await expect(counter.getByLabel('Sincronizar no resgate')).not.toBeChecked();
  await expect(counter.getByRole('switch', { name: 'Ativada' })).toHaveCount(0);
  await expectAccessible(counter, 'nothing stored');

  await counter.getByLabel('Prefixo do servidor').fill('us1.evil.com/#');
  await save(counter);
  await expect(counter.getByText('Informe a chave de API')).toBeVisible();
  await expect(counter.getByText('Informe o ID da audiência')).toBeVisible();
  await expect(counter.getByText('Use duas letras minúsculas e um ou dois números, como us1')).toBeVisible();
  await expect(counter.getByLabel('Chave de API')).toBeFocused();
  await expectAccessible(counter, 'errors');

  await counter.getByLabel('Chave de API').fill(KEY);
  await expect(counter.getByLabel('Chave de API')).toHaveAttribute('type', 'password');
  await counter.getByRole('button', { name: 'Mostrar chave' }).click();
  await expect(counter.getByLabel('Chave de API')).toHaveAttribute('type', 'text');
  await expect(counter.getByLabel('Prefixo do servidor')).toHaveValue('us21');
  await counter.getByLabel('ID da audiência').fill('a1b2c3d4e5');
  await save(counter);
  await expect(counter.getByText('Configuração do Mailchimp salva!')).toBeVisible();
  await expect(counter.getByLabel('Chave de API')).toHaveValue('•••• cdef');

  // The next step has the focus.
  await expect(counter.getByRole('switch', { name: 'Ativada' })).toBeFocused();
  await counter.keyboard.press('Space');
  await expect(counter.getByText('Integração ativada')).toBeVisible();
  await expect(counter.getByRole('tab', { name: 'Mailchimp ativa' })).toBeVisible();
  await expectAccessible(counter, 'stored and active');
  expect(await counter.content()).not.toContain(KEY.slice(0, 20));

  await open(counter, 'mailchimp');
  await expect(counter.getByRole('switch', { name: 'Ativada' })).toBeChecked();
  await counter.getByLabel('Prefixo do servidor').fill('us2');
  await save(counter);
  await expect(
    counter.getByText('A chave guardada é do servidor us21: use este prefixo ou troque a chave.'),
  ).toBeVisible();
  await counter.getByRole('button', { name: 'Trocar chave' }).click();
  await expect(counter.getByLabel('Chave de API')).toBeFocused();
  await counter.keyboard.type(`${KEY}0`);
  await counter.getByRole('button', { name: 'Manter a chave atual' }).click();
  await expect(counter.getByLabel('Chave de API')).toHaveValue('•••• cdef');
  await expect(counter.getByRole('button', { name: 'Trocar chave' })).toBeFocused();
  await counter.keyboard.press('Enter');
  await expect(counter.getByLabel('Chave de API')).toBeFocused();
  await counter.keyboard.type('fedcba9876543210fedcba9876543210-us2');
  await counter.keyboard.press('Enter');
  await expect(counter.getByLabel('Chave de API')).toHaveValue('•••• 3210');
  const stored = await asOwner<{ last4: string; prefix: string; active: boolean }>(
    `SELECT api_key_last4 AS last4, server_prefix AS prefix, i.is_active AS active FROM integration_configs i
     JOIN merchants m ON m.id = i.merchant_id WHERE m.signup_link_slug = $1`,
    [merchant.slug],
  );
  expect(stored).toEqual([{ last4: '3210', prefix: 'us2', active: true }]);
  await counter.getByText('Ativada', { exact: true }).click();
  await expect(counter.getByText('Integração desativada')).toBeVisible();
  await expect(counter.getByRole('tab', { name: 'Mailchimp', exact: true })).toBeVisible();
});

test('a failed load is tried again, a token that was begun is not lost, and the logs say what was sent', async ({
  counter,
  merchant,
}) => {
  await counter.route('**/trpc/integrations.list**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await open(counter, 'rd_station');
  await expect(counter.getByText('Erro ao carregar integrações')).toBeVisible();
  await expectAccessible(counter, 'failed');
  await counter.unroute('**/trpc/integrations.list**');
  await counter.getByRole('button', { name: 'Tentar novamente' }).click();
  await counter.getByLabel('Token de acesso').fill('um-token-da-loja-123456');
  await counter.getByRole('tab', { name: 'Logs' }).click();
  await counter.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(counter.getByLabel('Token de acesso')).toHaveValue('um-token-da-loja-123456');
  await save(counter);
  await expect(counter.getByText('Configuração do RD Station salva!')).toBeVisible();
  await counter.getByRole('tab', { name: 'Logs' }).click();
  await expect(counter.getByText('Nenhum log de sincronização ainda')).toBeVisible();
  await expectAccessible(counter, 'no logs');

  await asOwner(
    `INSERT INTO integration_sync_log (merchant_id, integration_config_id, action, status, error_message)
     SELECT i.merchant_id, i.id, 'bulk_sync', v.status, v.message FROM integration_configs i
     JOIN merchants m ON m.id = i.merchant_id,
       (VALUES ('success', NULL), ('error', '<b>Contato não encontrado</b>')) v (status, message)
     WHERE m.signup_link_slug = $1`,
    [merchant.slug],
  );
  await counter.reload();
  await expect(
    counter.getByRole('row', { name: /Cliente RD Station Sincronização geral .* Sucesso/ }),
  ).toBeVisible();
  await expect(counter.getByText('<b>Contato não encontrado</b>')).toBeVisible();
  await expectAccessible(counter, 'logs');

  await asOwner(`UPDATE employees SET role = 'manager' WHERE email = $1`, [merchant.email]);
  await counter.reload();
  await expect(counter.getByText(/Somente o proprietário e administradores podem ver/)).toBeVisible();
  await expect(counter.getByRole('tab')).toHaveCount(0);
  await expectAccessible(counter, 'not allowed');
});
