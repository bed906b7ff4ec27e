import { CONSENT_CHANNEL_LABELS, CONSENT_SOURCE_LABELS } from 'domain/consents';
import { DATA_REQUEST_LABELS } from 'domain/data-requests';
import { CREATED, type DataSection, MOVEMENT_IDS, OF_CUSTOMER, REASON } from './data-section.ts';

/** Who the customer is, and what is noted about the record. */
export const RECORD_SECTIONS: readonly DataSection[] = [
  {
    name: 'records',
    title: 'Cadastro e saldo',
    table: 'customers',
    // The stored balance may be older than the latest credit that matured or expired.
    joins: `LEFT JOIN LATERAL open_lots_summary(t.merchant_id, t.id, money_now()) s
      ON t.balance_changes_at <= money_now()`,
    where: 't.id = ANY ($2::uuid[])',
    order: 't.merged_into_id NULLS FIRST, t.created_at',
    fields: [
      { column: 'phone', label: 'Telefone', kind: 'phone' },
      { column: 'name', label: 'Nome' },
      { column: 'email', label: 'Email' },
      { column: 'signup_name', label: 'Outro nome informado no cadastro' },
      { column: 'created_at', label: 'Cadastro', kind: 'moment' },
      {
        column: 'cashback_balance_cents',
        label: 'Saldo',
        kind: 'cents',
        sql: 'coalesce(s.balance_cents, t.cashback_balance_cents)',
      },
      {
        column: 'available_cents',
        label: 'Disponível para resgate',
        kind: 'cents',
        sql: 'coalesce(s.available_cents, t.available_cents)',
      },
      { column: 'total_cashback_cents', label: 'Cashback recebido', kind: 'cents' },
      { column: 'total_spent_cents', label: 'Total gasto', kind: 'cents' },
      { column: 'last_purchase_at', label: 'Última compra', kind: 'moment' },
    ],
  },
  {
    name: 'consents',
    title: 'Consentimentos para ofertas',
    table: 'consents',
    where: OF_CUSTOMER,
    order: 't.number DESC',
    fields: [
      CREATED,
      { column: 'channel', label: 'Canal', codes: CONSENT_CHANNEL_LABELS },
      { column: 'is_given', label: 'Consentiu', kind: 'flag' },
      { column: 'text_version', label: 'Versão da frase' },
      { column: 'source', label: 'Onde', codes: CONSENT_SOURCE_LABELS },
      { column: 'ip', label: 'Endereço de rede' },
      { column: 'user_agent', label: 'Navegador' },
    ],
  },
  {
    name: 'knownDevices',
    title: 'Aparelhos conhecidos',
    table: 'customer_devices',
    where: OF_CUSTOMER,
    fields: [CREATED, { column: 'expires_at', label: 'Conhecido até', kind: 'moment' }],
  },
  {
    name: 'pin',
    title: 'PIN',
    table: 'customer_pins',
    where: OF_CUSTOMER,
    order: 't.chosen_at',
    fields: [{ column: 'chosen_at', label: 'Escolhido em', kind: 'moment' }],
  },
  {
    name: 'merges',
    title: 'Cadastros unidos',
    table: 'customer_merges',
    where: '(t.source_customer_id = ANY ($2::uuid[]) OR t.target_customer_id = ANY ($2::uuid[]))',
    fields: [
      CREATED,
      { column: 'source_phone', label: 'Telefone anterior', kind: 'phone' },
      { column: 'moved_cents', label: 'Saldo transferido', kind: 'cents' },
      REASON,
    ],
  },
  {
    name: 'reportSummary',
    title: 'Resumo usado nos relatórios',
    table: 'customer_rollups',
    where: OF_CUSTOMER,
    order: 't.first_day',
    fields: [
      { column: 'first_day', label: 'Primeira compra', kind: 'day', sql: 't.first_day::text' },
      { column: 'last_day', label: 'Última compra', kind: 'day', sql: 't.last_day::text' },
      { column: 'purchases', label: 'Compras' },
      { column: 'spent_cents', label: 'Total gasto', kind: 'cents' },
    ],
  },
  {
    name: 'dataRequests',
    title: 'Pedidos sobre os dados',
    table: 'data_requests',
    where: OF_CUSTOMER,
    fields: [
      CREATED,
      {
        column: 'kind',
        label: 'Pedido',
        codes: Object.fromEntries(
          Object.entries(DATA_REQUEST_LABELS).map(([kind, { label }]) => [kind, label]),
        ),
      },
      { column: 'phone', label: 'Telefone', kind: 'phone' },
      { column: 'contact', label: 'Resposta para', kind: 'contact' },
      { column: 'message', label: 'Mensagem' },
      {
        column: 'state',
        label: 'Situação',
        codes: { open: 'Aberto', done: 'Concluído', refused: 'Recusado' },
      },
      { column: 'due_at', label: 'Prazo', kind: 'moment' },
      { column: 'closed_at', label: 'Encerrado em', kind: 'moment' },
      { column: 'answer', label: 'Resposta' },
    ],
  },
  {
    name: 'audit',
    title: 'O que foi feito com o cadastro',
    table: 'audit_log',
    where: `t.entity_id IN (SELECT id::text FROM unnest($2::uuid[]) AS record (id)
      UNION ALL SELECT id::text FROM (${MOVEMENT_IDS}) movement)`,
    fields: [
      CREATED,
      { column: 'action', label: 'Ação', kind: 'action' },
      { column: 'details', label: 'Detalhes', kind: 'details' },
    ],
  },
];
