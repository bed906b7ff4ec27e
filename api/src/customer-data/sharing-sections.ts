import { PROVIDER_NAMES } from 'domain/integrations';
import { WEBHOOK_EVENT_LABELS } from 'domain/webhooks';
import { CREATED, type DataField, type DataSection, MOVEMENT_IDS, OF_CUSTOMER } from './data-section.ts';

const SYNCED: Readonly<Record<string, string>> = {
  signup: 'Cadastro',
  purchase: 'Compra',
  redemption: 'Resgate',
  consent: 'Consentimento',
  bulk_sync: 'Sincronização de todos os clientes',
  erase: 'Exclusão do contato',
};

/** Without consent a call ends without sending anything. */
const WITHHELD = 'Não enviado: sem consentimento';

const EVENTS: Readonly<Record<string, string>> = {
  ...SYNCED,
  ...Object.fromEntries(Object.entries(WEBHOOK_EVENT_LABELS).map(([event, { label }]) => [event, label])),
};

/** A provider's name, or what the merchant calls its own receiver; never a path, which may hold a secret. */
const RECEIVER: DataField = {
  column: 'receiver',
  label: 'Para',
  sql: "coalesce(i.provider, w.description, substring(w.url FROM '^https?://([^/:?#]+)'))",
  codes: PROVIDER_NAMES,
};

/** The receivers of the customer's data. */
export const SHARING_SECTIONS: readonly DataSection[] = [
  {
    name: 'deliveries',
    title: 'Envios a outros sistemas',
    table: 'deliveries',
    joins: `LEFT JOIN integration_configs i ON i.merchant_id = $1 AND i.id = t.integration_config_id
      LEFT JOIN webhook_endpoints w ON w.merchant_id = $1 AND w.id = t.webhook_endpoint_id
      LEFT JOIN integration_sync_log l ON l.merchant_id = $1 AND l.delivery_id = t.id`,
    where: OF_CUSTOMER,
    fields: [
      CREATED,
      RECEIVER,
      { column: 'event', label: 'Evento', codes: EVENTS },
      { column: 'occurred_at', label: 'Aconteceu em', kind: 'moment' },
      {
        column: 'state',
        label: 'Resultado',
        sql: `CASE WHEN (l.response_data ->> 'isWithheld')::boolean THEN 'withheld' ELSE t.state END`,
        codes: {
          waiting: 'Em andamento',
          delivered: 'Entregue',
          failed: 'Não entregue',
          withheld: WITHHELD,
        },
      },
      { column: 'attempts', label: 'Tentativas' },
      { column: 'last_status', label: 'Última resposta (HTTP)' },
      { column: 'finished_at', label: 'Terminou em', kind: 'moment' },
    ],
  },
  {
    name: 'syncs',
    title: 'Respostas das plataformas de email',
    table: 'integration_sync_log',
    joins: 'JOIN integration_configs i ON i.merchant_id = $1 AND i.id = t.integration_config_id',
    where: OF_CUSTOMER,
    fields: [
      CREATED,
      { column: 'receiver', label: 'Para', sql: 'i.provider', codes: PROVIDER_NAMES },
      { column: 'action', label: 'Evento', codes: SYNCED },
      {
        column: 'status',
        label: 'Resultado',
        sql: `CASE WHEN (t.response_data ->> 'isWithheld')::boolean THEN 'withheld' ELSE t.status END`,
        codes: { success: 'Enviado', error: 'Erro', withheld: WITHHELD },
      },
      { column: 'error_message', label: 'Erro' },
      { column: 'retried_at', label: 'Refeito em', kind: 'moment' },
    ],
  },
  {
    name: 'tags',
    title: 'Eventos contados por tags de marketing',
    table: 'tag_deliveries',
    where: `t.movement_id IN (${MOVEMENT_IDS})`,
    order: 't.taken_at DESC',
    fields: [
      { column: 'taken_at', label: 'Data', kind: 'moment' },
      {
        column: 'event',
        label: 'Evento',
        codes: {
          CashbackGenerated: 'Cashback gerado',
          CashbackScanned: 'Cashback confirmado',
          Purchase: 'Compra',
          RedemptionGenerated: 'Resgate gerado',
          RedemptionCompleted: 'Resgate confirmado',
        },
      },
    ],
  },
];
