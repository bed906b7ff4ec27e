import type { App } from '../context.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { listOpenAlarms, setAlarmsMailed } from './alarms.sql.ts';
import type { AlarmKind } from './raise-alarm.ts';

/** Limit of the alarms named in one letter; `npm run ops -- ledger:status` names each. */
const MAX_NAMED = 20;

/** First line of the alarm e-mail by kind; docs/operating.md says under the same kinds what to do. */
const SENTENCES: Record<AlarmKind, string> = {
  expiry_held:
    'Vencimentos retidos: mais cashback do que o normal venceria de uma vez. Confira o relógio do banco de dados antes de confirmar.',
  redemptions_held:
    'Resgates suspensos: a conferência encontrou diferenças no livro deste comerciante. As compras continuam.',
  dated_ahead: 'Lançamentos com data no futuro ou fora de ordem: confira o relógio do banco de dados.',
};

/**
 * Mails the open alarms not mailed before to the platform's address. Throws so that the job is tried again.
 */
export async function sendAlarms({
  env,
  mail,
  tenancy,
}: Pick<App, 'env' | 'mail' | 'tenancy'>): Promise<void> {
  const untold = (await listOpenAlarms(tenancy)).filter(({ mailed_at }) => mailed_at === null);
  if (untold.length === 0 || !mail || env.platformEmail === undefined) return;
  const named = untold
    .slice(0, MAX_NAMED)
    .flatMap(({ kind, merchant_id, raised_at, details }) => [
      SENTENCES[kind as AlarmKind],
      `${kind}, ${merchant_id ?? 'toda a plataforma'}, desde ${raised_at.toISOString()}: ${JSON.stringify(details)}`,
    ]);
  const lines = [
    ...named,
    `Alarmes abertos nesta mensagem: ${untold.length}. Todos: npm run ops -- ledger:status. O que fazer: docs/operating.md, "Alarms".`,
  ];
  await mail.send({
    to: { name: '', address: env.platformEmail },
    subject: `Alarme da plataforma: ${[...new Set(untold.map(({ kind }) => kind))].join(', ')}`,
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
  });
  await setAlarmsMailed(
    tenancy,
    untold.map(({ alarm_id }) => alarm_id),
  );
}
