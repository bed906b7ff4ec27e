import {
  CREATED,
  type DataField,
  type DataSection,
  MOVEMENT_IDS,
  OF_CUSTOMER,
  REASON,
} from './data-section.ts';

const AMOUNT: DataField = { column: 'amount_cents', label: 'Valor', kind: 'cents' };
const RECOVERED: DataField = { column: 'recovered_cents', label: 'Recuperado', kind: 'cents' };
const CODE_ENDS: DataField = { column: 'token_expires_at', label: 'QR Code válido até', kind: 'moment' };

/** What was bought, credited, spent and corrected. */
export const MOVEMENT_SECTIONS: readonly DataSection[] = [
  {
    name: 'purchases',
    title: 'Compras',
    table: 'transactions',
    where: OF_CUSTOMER,
    fields: [
      CREATED,
      AMOUNT,
      { column: 'rate_basis_points', label: 'Percentual', kind: 'rate' },
      { column: 'cashback_cents', label: 'Cashback', kind: 'cents' },
      { column: 'status', label: 'Situação', codes: { completed: 'Registrada', reversed: 'Estornada' } },
      { column: 'qr_scanned', label: 'Confirmada pelo cliente', kind: 'flag' },
      { column: 'qr_scanned_at', label: 'Confirmada em', kind: 'moment' },
      CODE_ENDS,
      { column: 'reversed_amount_cents', label: 'Valor estornado', kind: 'cents' },
      { column: 'reversed_cashback_cents', label: 'Cashback estornado', kind: 'cents' },
    ],
  },
  {
    name: 'redemptions',
    title: 'Resgates',
    table: 'redemptions',
    where: OF_CUSTOMER,
    fields: [
      CREATED,
      AMOUNT,
      { column: 'purchase_amount_cents', label: 'Compra paga em parte', kind: 'cents' },
      {
        column: 'status',
        label: 'Situação',
        codes: { pending: 'Não confirmado', completed: 'Confirmado', reversed: 'Estornado' },
      },
      { column: 'completed_at', label: 'Confirmado em', kind: 'moment' },
      { column: 'canceled_at', label: 'Cancelado em', kind: 'moment' },
      CODE_ENDS,
    ],
  },
  {
    name: 'purchaseReversals',
    title: 'Estornos de compras',
    table: 'purchase_reversals',
    where: OF_CUSTOMER,
    fields: [
      CREATED,
      AMOUNT,
      { column: 'cashback_cents', label: 'Cashback', kind: 'cents' },
      { column: 'was_credited', label: 'Estava no saldo', kind: 'flag' },
      { column: 'taken_cents', label: 'Retirado do saldo', kind: 'cents' },
      { column: 'forgone_cents', label: 'Já vencido', kind: 'cents' },
      { column: 'shortfall_cents', label: 'Não recuperado', kind: 'cents' },
      RECOVERED,
      REASON,
    ],
  },
  {
    name: 'redemptionReversals',
    title: 'Estornos de resgates',
    table: 'redemption_reversals',
    where: OF_CUSTOMER,
    fields: [
      CREATED,
      AMOUNT,
      { column: 'expired_cents', label: 'Já vencido', kind: 'cents' },
      RECOVERED,
      REASON,
    ],
  },
  {
    name: 'adjustments',
    title: 'Ajustes manuais',
    table: 'adjustments',
    where: OF_CUSTOMER,
    fields: [CREATED, AMOUNT, REASON],
  },
  {
    name: 'credits',
    title: 'Créditos e suas condições',
    table: 'cashback_lots',
    // A lot has the id of its purchase or adjustment, which are indexed by customer; lots are not.
    where: `t.id IN (${MOVEMENT_IDS}
      UNION ALL SELECT id FROM adjustments WHERE merchant_id = $1 AND customer_id = ANY ($2::uuid[]))`,
    fields: [
      CREATED,
      AMOUNT,
      { column: 'remaining_cents', label: 'Ainda não usado', kind: 'cents' },
      { column: 'rate_basis_points', label: 'Percentual', kind: 'rate' },
      { column: 'maturing_days', label: 'Libera depois de', kind: 'days' },
      { column: 'available_at', label: 'Liberado em', kind: 'moment' },
      { column: 'expiration_days', label: 'Vence depois de', kind: 'days' },
      { column: 'expires_at', label: 'Vence em', kind: 'moment' },
      { column: 'rules_version', label: 'Versão do regulamento' },
    ],
  },
  {
    name: 'ledger',
    title: 'Extrato do saldo',
    table: 'ledger_entries',
    where: OF_CUSTOMER,
    order: 't.created_at DESC, t.id DESC',
    fields: [
      CREATED,
      {
        column: 'kind',
        label: 'Lançamento',
        codes: {
          accrual: 'Crédito de compra',
          redemption: 'Resgate',
          expiry: 'Vencimento',
          expiry_reversal: 'Vencimento desfeito',
          accrual_reversal: 'Estorno de compra',
          redemption_reversal: 'Estorno de resgate',
          adjustment: 'Ajuste manual',
          forfeit: 'Saldo cancelado na exclusão',
          merge_out: 'Saldo transferido para outro cadastro',
          merge_in: 'Saldo recebido de outro cadastro',
        },
      },
      AMOUNT,
      { column: 'balance_after_cents', label: 'Saldo depois', kind: 'cents' },
      REASON,
    ],
  },
  {
    name: 'confirmations',
    title: 'De onde os QR Codes foram confirmados',
    table: 'confirmation_traces',
    where: `t.source_id IN (${MOVEMENT_IDS})`,
    order: 't.confirmed_at DESC',
    fields: [
      { column: 'confirmed_at', label: 'Data', kind: 'moment' },
      { column: 'kind', label: 'Operação', codes: { cashback: 'Compra', redemption: 'Resgate' } },
      { column: 'network', label: 'Rede' },
      { column: 'delay_ms', label: 'Milissegundos desde o QR Code' },
    ],
  },
];
