import { createHash } from 'node:crypto';
import { LEGAL_DOCUMENTS, type LegalDocument } from 'domain/legal-documents';
import { CUSTOMER_DEVICE_TTL_SECONDS } from 'domain/lifetimes';
import { INACTIVITY_MONTHS, RETENTION_DAYS } from 'domain/retention';
import { expect, test } from 'vitest';
import { LEGAL_TEXTS } from './legal-texts.ts';
import { platformDocument } from './platform-document.ts';

/**
 * SHA-256 of each version's text. An acceptance names a version, so a text never changes under its number:
 * for a changed one, add a line here and raise `version` and `date` in the file.
 */
const RECORDED: Record<LegalDocument, Record<number, string>> = {
  terms: { 1: 'ef44a8a5fc30b5be2d97be4b4c8c51f7a0ee565d5b7e36ac5d9f9a5f7a3fb736' },
  privacy: {
    1: '0f6c9360e08f71b135f0361fff9723494ebe0e4a61ab8c268cf6302b5483a783',
    2: 'b1e1ba53ccb262552ea59dcada330677c78ab77fc1c264ac8aad209dcfa9a34f',
  },
};
const IDENTITY = {
  legalName: 'Exemplo & Filhos *Ltda.*',
  cnpj: '11.222.333/0001-81',
  address: 'Rua das Flores, 1, São Paulo',
  officer: 'Ana Souza',
  officerEmail: 'privacidade@example.com',
  subprocessors: 'Nuvem Exemplo (hospedagem, Brasil)',
};
const DOCUMENTS = Object.keys(LEGAL_DOCUMENTS) as LegalDocument[];

test.each(DOCUMENTS)('the text of %s is the one that its version is recorded with', (document) => {
  const { version, date, changes, markdown } = LEGAL_TEXTS[document];
  const text = `${date} ${changes} ${markdown}`.replace(/\s+/g, ' ');
  const hash = createHash('sha256').update(text).digest('hex');
  expect(hash).toBe(RECORDED[document][version]);
  expect(version, 'the newest').toBe(Object.keys(RECORDED[document]).length);
});

test.each(DOCUMENTS)('%s begins with a summary and says that a lawyer must read it', (document) => {
  const { markdown, notice } = LEGAL_TEXTS[document];
  expect(markdown.trimStart()).toMatch(/^> \*\*Em resumo\*\*/);
  expect(notice).toContain('um advogado deve lê-lo antes do uso');
});

test('the privacy policy says how long rows are kept as the job deletes them', () => {
  const kept = [...LEGAL_TEXTS.privacy.markdown.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)];
  const of = (what: string) => kept.find(([, first]) => first === what)?.[2];
  const { sessions, confirmation_traces, delivery_payloads, integration_sync_log } = RETENTION_DAYS;
  const { alerts, approvals, employee_devices } = RETENTION_DAYS;
  expect(of('Aparelhos conhecidos de clientes')).toBe(
    `${CUSTOMER_DEVICE_TTL_SECONDS / 86_400} dias, ou até serem esquecidos`,
  );
  expect(of('Código do navegador de quem tem conta')).toBe(
    `${employee_devices} dias depois do último acesso`,
  );
  expect(of('Alertas de possível fraude')).toBe(`${alerts} dias, ou enquanto retiverem resgates`);
  expect(of('Pedidos de aprovação')).toBe(`${approvals} dia`);
  expect(of('Sessões e links de acesso')).toBe(`${sessions} dias depois do fim`);
  expect(of('Rastro técnico das confirmações')).toBe(`${confirmation_traces} dias`);
  expect(of('Conteúdo enviado a sistemas da loja')).toBe(`${delivery_payloads} dias`);
  expect(of('Histórico de envios a Mailchimp e RD Station')).toBe(`${integration_sync_log} dias`);
  const { least, most } = INACTIVITY_MONTHS;
  expect(of('Clientes sem movimento')).toContain(`de ${least} a ${most} meses`);
  // In words of months and years, whose days are these.
  expect(of('Registro de atos da equipe')).toBe('detalhes por 24 meses; o endereço IP, por seis meses');
  expect(of('Pedidos sobre dados')).toContain('cinco anos');
  const { audit_details, audit_addresses, data_requests } = RETENTION_DAYS;
  expect([audit_details, audit_addresses, data_requests]).toEqual([731, 184, 1_826]);
});

test.each(DOCUMENTS)(
  '%s is a model until the platform has entered its data, and names it then',
  (document) => {
    const bodyOf = (html: string) => html.slice(html.indexOf('<body>'));
    const model = bodyOf(platformDocument(document, undefined));
    expect(model).toContain('<strong>Este texto é um modelo.</strong> Faltam nele os dados');
    expect(model).toContain('[razão social]');
    const own = bodyOf(platformDocument(document, IDENTITY));
    expect(own).not.toMatch(/modelo|advogado|\[|\{\{/);
    for (const part of ['Exemplo &amp; Filhos *Ltda.*', '11.222.333/0001-81', 'privacidade@example.com']) {
      expect(own).toContain(part);
    }
  },
);
