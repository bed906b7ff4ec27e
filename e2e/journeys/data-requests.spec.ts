import { readFileSync } from 'node:fs';
import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone, test } from '../src/merchant.ts';

test('a customer asks for their data; the merchant sees the time left, exports, and closes the request', async ({
  counter,
  merchant,
  phone,
}) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).sell(customerPhone, 10_000);

  await phone.goto(`/meus-dados/${merchant.slug}`);
  await phone.getByRole('button', { name: 'Não consigo provar' }).click();
  await expect(phone.getByRole('heading', { name: 'Pedidos sobre meus dados' })).toBeVisible();
  await expect(phone.locator(':focus')).toContainText('Pedidos sobre meus dados');
  await phone.keyboard.press('Tab');
  await expect(phone.getByRole('radio', { name: 'Ver meus dados' })).toBeFocused();
  await expect(phone.getByText(`Quem responde é ${merchant.name}, em até 15 dias.`)).toBeVisible();
  await phone.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(phone.getByText('Informe o seu telefone')).toBeVisible();
  await expect(phone.getByLabel('Telefone do cadastro')).toBeFocused();
  await expectAccessible(phone, 'the form of a request, with errors');
  await phone.getByLabel('Telefone do cadastro').fill(customerPhone);
  await phone.getByLabel('Email ou telefone para a resposta').fill('ninguém');
  await phone.getByLabel('Mensagem').fill('Preciso para o meu contador.');
  await phone.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(phone.getByText('Informe um email ou um telefone com DDD')).toBeVisible();
  await phone
    .getByLabel('Email ou telefone para a resposta')
    .fill('ana.com.um.nome.muito.comprido@correio-eletronico.example');
  await phone.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(phone.getByRole('heading', { name: 'Pedido enviado' })).toBeVisible();
  await expect(phone.getByText(/responde até \d\d\/\d\d\/\d{4}\./)).toBeVisible();
  await expectAccessible(phone, 'the receipt of a request');
  await phone.setViewportSize({ width: 320, height: 700 });
  await expectPageWidth(phone, 320);

  await counter.goto('/customers');
  await counter.getByRole('link', { name: 'Pedidos de dados (1)' }).click();
  const table = counter.getByRole('table', { name: 'Pedidos de dados' });
  await expect(table.getByText('Faltam 15 dias')).toBeVisible();
  await expectAccessible(counter, 'the open requests');
  await asOwner(
    `UPDATE data_requests SET due_at = now() - interval '49 hours'
     WHERE merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1)`,
    [merchant.slug],
  );
  await counter.reload();
  await expect(table.getByText('Atrasado há 2 dias')).toBeVisible();
  await table.getByRole('button', { name: /^Responder/ }).click();
  const dialog = counter.getByRole('dialog');
  await expect(dialog).toContainText('@correio-eletronico.example');
  await expect(dialog).toContainText('Preciso para o meu contador.');
  await expect(dialog.getByRole('link', { name: 'Abrir cadastro' })).toBeVisible();
  await expectAccessible(counter, 'a request');

  const saving = counter.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Dados para ler' }).click();
  const page = readFileSync(await (await saving).path(), 'utf8');
  expect(page).toMatch(/<dt>Valor<\/dt><dd>R\$\s100,00<\/dd>/);
  for (const width of [320, 1440]) {
    await phone.setViewportSize({ width, height: 800 });
    await phone.setContent(page);
    await expectPageWidth(phone, width);
  }
  await expectAccessible(phone, 'the page with all data');

  await dialog.getByLabel('Recusar').check();
  await dialog.getByRole('button', { name: 'Recusar pedido' }).click();
  await expect(dialog.getByText('Informe o motivo da recusa')).toBeVisible();
  await dialog.getByLabel('Motivo da recusa').fill('Não provou quem é');
  await dialog.getByRole('button', { name: 'Recusar pedido' }).click();
  await expect(counter.getByText('Nenhum pedido aberto')).toBeVisible();
  await expect(counter.getByRole('region', { name: 'Pedidos' })).toBeFocused();
  await counter.getByRole('tab', { name: 'Recusados' }).click();
  await table.getByRole('button', { name: /^Ver/ }).click();
  await expect(dialog).toContainText('Não provou quem é');
});

test('an owner erases the customer from the request, by the keyboard: it is done, and the person is mailed', async ({
  counter,
  merchant,
  phone,
}) => {
  await counter.setViewportSize({ width: 390, height: 844 });
  const customerPhone = newPhone();
  const api = counterApiOf(counter.request);
  await api.credit(customerPhone, 100_000);
  await phone.goto(`/meus-dados/${merchant.slug}`);
  await phone.getByRole('button', { name: 'Não consigo provar' }).click();
  await phone.getByLabel('Apagar meus dados').check();
  await phone.getByLabel('Telefone do cadastro').fill(customerPhone);
  await phone.getByLabel('Email ou telefone para a resposta').fill('ana@correio.example');
  await phone.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(phone.getByRole('heading', { name: 'Pedido enviado' })).toBeVisible();

  await counter.goto('/customers/data-requests');
  await counter.getByRole('button', { name: /^Responder/ }).click();
  const asked = counter.getByRole('dialog', { name: 'Apagar os dados' });
  await expect(asked).toContainText('Apagar conclui o pedido e avisa a pessoa por email');
  await expectAccessible(counter, 'a request to erase');
  await asked.getByRole('button', { name: 'Apagar dados do cliente' }).press('Enter');
  const dialog = counter.getByRole('dialog', { name: 'Apagar dados do cliente' });
  await expect(dialog.getByText('O saldo de R$ 50,00 é cancelado')).toBeVisible();
  await expect(dialog.getByText('O que fica, e por quê')).toBeVisible();
  await expect(dialog.getByText(/ana@correio\.example: a pessoa recebe um email/)).toBeVisible();
  await expectAccessible(counter, 'erasing on request');
  for (const width of [320, 390, 768, 1440]) {
    await counter.setViewportSize({ width, height: 844 });
    await expectPageWidth(counter, width);
  }
  await counter.keyboard.press('Escape');
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Apagar dados do cliente' }).press('Enter');
  const confirmation = dialog.getByLabel('Telefone do cliente, para confirmar');
  await confirmation.fill(newPhone());
  await counter.keyboard.press('Enter');
  await expect(dialog.getByText('Este não é o telefone deste cadastro')).toBeVisible();
  await expect(confirmation).toBeFocused();
  await confirmation.fill(customerPhone);
  await counter.keyboard.press('Enter');

  await expect(counter.getByText(/^Dados apagados e pedido concluído!/)).toBeVisible();
  await expect(counter.getByText('Nenhum pedido aberto')).toBeVisible();
  await expect(counter.getByRole('region', { name: 'Pedidos' })).toBeFocused();
  await counter.getByRole('tab', { name: 'Concluídos' }).click();
  await expect(counter.getByRole('table', { name: 'Pedidos de dados' })).toContainText('Cliente apagado');
  await expectAccessible(counter, 'a request that an erasure answered');
});

test('the balance leads to what is stored; an unknown address says so', async ({
  counter,
  merchant,
  phone,
}) => {
  const customerPhone = newPhone();
  await counterApiOf(counter.request).sell(customerPhone, 10_000);
  await phone.goto(`/customer/dashboard/${customerPhone}?loja=${merchant.slug}`);
  await phone.getByRole('link', { name: 'Meus dados' }).click();
  await expect(phone).toHaveURL(new RegExp(`/meus-dados/${merchant.slug}$`));
  await expect(phone.getByRole('heading', { name: 'Meus dados' })).toBeVisible();
  await phone.goto('/meus-dados/esta-loja-nao-existe');
  await expect(phone.getByText('Loja não encontrada')).toBeVisible();
  await expectAccessible(phone, 'requests at no merchant');
});
