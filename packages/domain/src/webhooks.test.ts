import { expect, test } from 'vitest';
import {
  saveWebhookInput,
  WEBHOOK_EVENT_LABELS,
  WEBHOOK_EVENTS,
  webhookEventLabel,
  webhookUrl,
} from './webhooks.ts';

const problemOf = (url: unknown) => webhookUrl.safeParse(url).error?.issues[0]?.message;
const EXAMPLE = 'Informe um endereço completo, como https://erp.sualoja.com.br/webhooks';

test.each([
  ['https://ERP.Loja.com.br', 'https://erp.loja.com.br/'],
  [' https://erp.loja.com.br/w?a=1 ', 'https://erp.loja.com.br/w?a=1'],
  ['https://erp.loja.com.br:443/w', 'https://erp.loja.com.br/w'],
  ['https://erp.loja.com.br:8443/w', 'https://erp.loja.com.br:8443/w'],
  ['https://açaí.com.br/w', 'https://xn--aa-4iaz.com.br/w'],
  ['https://2130706433/', 'https://127.0.0.1/'],
  ['https://0x7f.1/', 'https://127.0.0.1/'],
  ['https://0177.0.0.1/', 'https://127.0.0.1/'],
  ['https://127.1/', 'https://127.0.0.1/'],
  ['https://①②⑦.0.0.1/', 'https://127.0.0.1/'],
  ['https://[::FFFF:127.0.0.1]/', 'https://[::ffff:7f00:1]/'],
  ['http://127.0.0.1:4000/w', 'http://127.0.0.1:4000/w'],
])('%s is written as %s, so that what is judged is what is called', (typed, written) => {
  expect(webhookUrl.parse(typed)).toBe(written);
});

test.each([
  ['', 'Informe o endereço'],
  [undefined, 'Informe o endereço'],
  ['erp.loja.com.br/webhooks', EXAMPLE],
  ['ftp://erp.loja.com.br', EXAMPLE],
  ['javascript:alert(1)', EXAMPLE],
  ['file:///etc/passwd', EXAMPLE],
  ['https://', EXAMPLE],
  ['https://erp loja.com.br', EXAMPLE],
  ['https://256.1.1.1', EXAMPLE],
  ['https://ana:senha@erp.loja.com.br', 'Não coloque usuário e senha no endereço'],
  ['https://us1@127.0.0.1', 'Não coloque usuário e senha no endereço'],
  ['https://us1.evil.com/#', 'O endereço não pode ter a parte depois de #'],
])('%s is answered with %s', (typed, problem) => {
  expect(problemOf(typed)).toBe(problem);
});

test('an address of more than 2000 characters is refused', () => {
  expect(problemOf(`https://erp.loja.com.br/${'a'.repeat(2_000)}`)).toBe('Use no máximo 2000 caracteres');
});

test('events come once each and in one order; none, an unknown one and an unknown key are refused', () => {
  const parse = (change: object) =>
    saveWebhookInput.safeParse({
      url: 'https://erp.loja.com.br/',
      events: ['customer.created'],
      isActive: true,
      ...change,
    });
  const chosen = parse({ events: ['customer.created', 'cashback.issued', 'customer.created'] });
  expect(chosen.data?.events).toEqual(['cashback.issued', 'customer.created']);
  expect(parse({ events: [] }).error?.issues[0]?.message).toBe('Escolha ao menos um evento');
  for (const change of [{ events: ['ping'] }, { events: 'customer.created' }, { secret: 'x' }, { id: '1' }])
    expect(parse(change).success).toBe(false);
});

test('every event has words of its own, and one of a later release is shown by its name', () => {
  expect(Object.keys(WEBHOOK_EVENT_LABELS)).toEqual([...WEBHOOK_EVENTS, 'ping']);
  expect(webhookEventLabel('cashback.issued')).toBe('Cashback gerado');
  expect(webhookEventLabel('lot.expired')).toBe('lot.expired');
  expect(webhookEventLabel('toString')).toBe('toString');
});
