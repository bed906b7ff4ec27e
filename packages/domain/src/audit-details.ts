import { ALERT_SETTING_LABELS } from './alerts.ts';
import { API_SCOPE_LABELS } from './api-keys.ts';
import { APPROVAL_KIND_LABELS, APPROVAL_REFUSALS } from './approvals.ts';
import { CONSENT_CHANNEL_LABELS } from './consents.ts';
import { PROVIDER_NAMES } from './integrations.ts';
import { formatCents, formatRate } from './money.ts';
import { REDEMPTION_PROOF_LABELS } from './proof.ts';
import { REPORT_CONTENTS } from './report-files.ts';
import { roleLabel } from './roles.ts';
import { SEGMENT_LABELS, VALUE_LABELS } from './segments.ts';
import { webhookEventLabel } from './webhooks.ts';

/** One line of an audit entry: a value, or the values before and after. */
export type AuditLine =
  | { label: string; kind: 'value'; value: string; isId: boolean }
  | { label: string; kind: 'change'; before: string; after: string };

type Kind =
  | 'text'
  | 'cents'
  | 'rate'
  | 'day'
  | 'days'
  | 'minutes'
  | 'months'
  | 'id'
  | 'role'
  | 'events'
  | keyof typeof NAMES;

/** The labels of codes. */
const NAMES = {
  alertState: { fine: 'Está tudo certo', settled: 'Resolvido' } as Record<string, string>,
  approvalKind: APPROVAL_KIND_LABELS,
  approvalReason: APPROVAL_REFUSALS as Record<string, string>,
  channel: CONSENT_CHANNEL_LABELS,
  content: REPORT_CONTENTS,
  customerValue: labelsOf(VALUE_LABELS),
  provider: PROVIDER_NAMES,
  redemptionProof: REDEMPTION_PROOF_LABELS,
  scopes: labelsOf(API_SCOPE_LABELS),
  segment: labelsOf(SEGMENT_LABELS),
};

function labelsOf(labels: Record<string, { label: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([code, { label }]) => [code, label]));
}

/** The labels of the keys of `details`. A key that is missing here is shown by its own name. */
const FIELDS: Record<string, string | [label: string, kind: Kind]> = {
  ...ALERT_SETTING_LABELS,
  address: 'Endereço',
  alertState: ['Como termina', 'alertState'],
  adjustmentId: 'Código do ajuste',
  amountCents: 'Valor',
  apiKeyId: 'Chave de API',
  apiKeyLast4: 'Chave (últimos 4)',
  approvalKind: ['Operação', 'approvalKind'],
  approvalReason: ['Motivo', 'approvalReason'],
  approveCorrectionsAboveCents: 'Aprovação de ajustes acima de',
  approvePurchasesAboveCents: 'Aprovação de compras acima de',
  approveRedemptionsAboveCents: 'Aprovação de resgates acima de',
  askPurchasesAboveCents: 'Confirmação de compras acima de',
  audienceId: ['Audiência', 'text'],
  balanceCents: 'Saldo depois',
  brandColor: 'Cor da marca',
  byPin: 'Com o PIN, no balcão',
  byPasskey: 'Com a chave de acesso, no balcão',
  cashbackAvailableImmediately: 'Libera na hora',
  cashbackCents: 'Cashback',
  cashbackExpirationDays: 'Dias até expirar',
  cashbackExpires: 'Cashback expira',
  cashbackMaturingDays: 'Dias para liberar',
  channel: ['Canal', 'channel'],
  completedCount: 'Cadastros completados',
  content: ['Conteúdo', 'content'],
  count: 'Quantidade',
  creditCents: 'Soma dos saldos',
  creditCount: 'Com saldo inicial',
  creditedCents: 'Creditado',
  customDomain: 'Domínio próprio',
  customerId: 'Cliente',
  customers: 'Clientes vistos',
  customerValue: ['Faixa de valor', 'customerValue'],
  date: ['Data', 'day'],
  delivery: 'Envio do link',
  description: 'Descrição',
  email: 'Email',
  emailChanged: 'Email alterado',
  employeeId: 'Pessoa',
  event: ['Evento', 'events'],
  events: ['Eventos', 'events'],
  finding: 'Resultado da verificação',
  firstDay: ['Primeiro dia', 'day'],
  forfeitedCents: 'Cashback cancelado',
  graceDays: 'Prazo para ativar',
  format: 'Formato',
  gtmId: ['Google Tag Manager', 'text'],
  hideReports: 'Oculta faturamento e relatórios',
  host: 'Destino',
  id: 'Registro',
  importedAt: 'Importado em',
  inactivityMonths: ['Apaga clientes sem movimento após', 'months'],
  isActive: 'Ativo',
  knownCount: 'Já eram clientes',
  lastDay: ['Último dia', 'day'],
  linkKind: 'Tipo de link',
  logId: 'Registro de envio',
  logoUrl: 'Logo',
  maskContacts: 'Oculta telefones e emails',
  mergeId: 'Código da união',
  metaPixelId: ['Pixel da Meta', 'text'],
  movedCents: 'Saldo transferido',
  name: 'Nome',
  nameChanged: 'Nome alterado',
  newCount: 'Clientes novos',
  overtakenCount: 'Viraram clientes antes, sem o saldo',
  pathChanged: 'Caminho do endereço alterado',
  phone: 'Telefone',
  phoneChanged: 'Telefone alterado',
  platform: 'Origem',
  prefix: 'Início da chave',
  privacyVersion: 'Política de privacidade, versão',
  programName: 'Nome do programa',
  provider: ['Integração', 'provider'],
  rateBasisPoints: 'Percentual de cashback',
  earningMinPurchaseCents: 'Compra mínima para ganhar',
  reason: 'Motivo',
  recoveredCents: 'Recuperado',
  redemptionId: 'Resgate',
  redemptionMaxShareBasisPoints: 'Parte máxima da compra',
  redemptionMinBalanceCents: 'Saldo mínimo para resgatar',
  redemptionMinPurchaseCents: 'Compra mínima para resgatar',
  refusedCount: 'Linhas recusadas',
  returnedCents: 'Devolvido ao saldo',
  reversalId: 'Código do estorno',
  reversedCents: 'Estornado',
  role: ['Função', 'role'],
  roles: ['Funções', 'role'],
  rows: 'Linhas',
  scopes: ['Permissões da chave', 'scopes'],
  secretLast4: 'Segredo (últimos 4)',
  segment: ['Segmento', 'segment'],
  sendsWithoutConsent: 'Envia quem não deu consentimento',
  serverPrefix: 'Prefixo do servidor',
  sessions: 'Sessões',
  shortfallCents: 'Não recuperado',
  redemptionProof: ['Prova no resgate', 'redemptionProof'],
  redemptionProofAboveCents: 'Prova no resgate acima de',
  signupLinkSlug: 'Link de cadastro',
  slug: 'Link de cadastro',
  sourceCustomerId: 'Cadastro unido',
  statementProtected: 'Extrato protegido',
  status: 'Situação',
  syncOnPurchase: 'Sincroniza nas compras',
  syncOnRedemption: 'Sincroniza nos resgates',
  syncOnSignup: 'Sincroniza nos cadastros',
  tablet: ['Aparelho do balcão', 'text'],
  takenCents: 'Retirado do saldo',
  termsVersion: 'Termos de uso, versão',
  title: 'Título',
  transactionId: 'Compra',
  validCount: 'Linhas a importar',
  withinMinutes: ['Em', 'minutes'],
};

const NOTHING = 'não definido';

/** `rate_basis_points` and `rateBasisPoints` are one field. */
const toCamel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The side of a change that a key holds: 'rateBasisPointsBefore' → ['rateBasisPoints', 'before']. */
function sideOf(key: string): [field: string, side: 'before' | 'after' | undefined] {
  const camel = toCamel(key);
  const [, field, side] = /^(.+)(Before|After)$/.exec(camel) ?? [];
  if (field && side) return [field, side === 'Before' ? 'before' : 'after'];
  if (camel === 'from') return ['value', 'before'];
  return camel === 'to' ? ['value', 'after'] : [camel, undefined];
}

function kindOf(field: string): Kind {
  const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  if (Array.isArray(known)) return known[1];
  if (field.endsWith('Cents')) return 'cents';
  if (field.endsWith('BasisPoints')) return 'rate';
  if (field.endsWith('Days')) return 'days';
  return field === 'id' || field.endsWith('Id') ? 'id' : 'text';
}

/** 'maxUploadSize' → 'Max upload size': no word of ours, and still no code. */
function readableName(field: string): string {
  const spaced = field.replace(/([A-Z])/g, ' $1').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function labelOf(field: string, changes: string): string {
  if (field === 'value') return changes;
  const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  return (Array.isArray(known) ? known[0] : known) ?? readableName(field);
}

/** In the unit that says it best: '8 minutos', '3 horas', '2 dias'. */
function formatMinutes(minutes: number): string {
  if (minutes < 1) return 'menos de 1 minuto';
  const [count, one] =
    minutes < 120 ? [minutes, 'minuto'] : minutes < 2_880 ? [minutes / 60, 'hora'] : [minutes / 1_440, 'dia'];
  return `${Math.floor(count)} ${one}${count < 2 ? '' : 's'}`;
}

function textOf(value: unknown, kind: Kind): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (Number.isSafeInteger(value) && kind === 'cents') return formatCents(Number(value));
  if (typeof value === 'number' && kind === 'rate') return formatRate(value);
  if (typeof value === 'number' && kind === 'days') return value === 1 ? '1 dia' : `${value} dias`;
  if (typeof value === 'number' && kind === 'months') return `${value} meses`;
  if (typeof value === 'number' && kind === 'minutes') return formatMinutes(value);
  if (typeof value === 'string' && kind === 'role') return roleLabel(value);
  if (kind === 'events') return String(value).split(', ').map(webhookEventLabel).join(', ');
  if (kind === 'day') return String(value).split('-').reverse().join('/');
  const names: Record<string, string> = kind in NAMES ? NAMES[kind as keyof typeof NAMES] : {};
  if (Object.hasOwn(names, String(value))) return names[String(value)] ?? NOTHING;
  if (Array.isArray(value)) return value.map((item) => textOf(item, kind)).join(', ');
  return typeof value === 'object' ? 'alterado' : String(value);
}

/**
 * The text of an entry's `details`, line by line, in Portuguese: changes as 'before → after' pairs, amounts
 * in reais, ids last. `changes` names the subject of a bare from/to pair ('Telefone').
 */
export function auditLines(details: Record<string, unknown>, changes = 'Valor'): AuditLine[] {
  const sides = new Map<string, { before?: unknown; after?: unknown; value?: unknown }>();
  for (const [key, value] of Object.entries(details)) {
    const [field, side] = sideOf(key);
    sides.set(field, { ...sides.get(field), [side ?? 'value']: value });
  }
  const lines = [...sides].map(([field, sent]): AuditLine => {
    const [label, kind] = [labelOf(field, changes), kindOf(field)];
    if ('before' in sent || 'after' in sent)
      return { label, kind: 'change', before: textOf(sent.before, kind), after: textOf(sent.after, kind) };
    return { label, kind: 'value', value: textOf(sent.value, kind), isId: kind === 'id' };
  });
  const isId = (line: AuditLine) => line.kind === 'value' && line.isId;
  return [...lines.filter((line) => !isId(line)), ...lines.filter(isId)];
}
