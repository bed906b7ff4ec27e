import { ALERT_LABELS } from 'domain/alerts';
import type { App } from '../context.ts';
import type { JobPayload } from '../jobs/enqueue-job.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { writeLetter } from '../lib/mail-letter.ts';
import { countOpenByRule, type OpenAlertsRow } from './announce-alerts.sql.ts';
import { listAlertReaders } from './list-alert-readers.ts';

/**
 * Tells one owner or administrator how many alerts are open, unless none is by now or the employee has left.
 * Throws on a temporary failure of the mail server, so that the job is retried.
 */
export async function mailAlerts(
  { env, log, mail, tenancy }: Pick<App, 'env' | 'log' | 'mail' | 'tenancy'>,
  { merchantId, employeeId }: JobPayload<'mail-alerts'>,
): Promise<void> {
  // The mail server may have been removed since.
  if (!mail) return;
  const { readers, open, merchantName } = await tenancy.withTenant(merchantId, async (tx) => ({
    readers: await listAlertReaders(tx),
    open: await countOpenByRule(tx),
    merchantName: await tx.prisma(
      async ({ merchant }) =>
        (await merchant.findUniqueOrThrow({ where: { id: merchantId }, select: { name: true } })).name,
    ),
  }));
  const reader = readers.find(({ id }) => id === employeeId);
  if (!reader || open.length === 0) return;
  const letter = describeAlerts({ open, merchantName, name: reader.name, link: `${env.appOrigin}/alerts` });
  const message = { to: { name: reader.name, address: reader.email }, ...letter };
  await sendOrGiveUp(mail, message, (err) =>
    log.warn({ err, merchantId, employeeId }, 'the mail server refused a mail about alerts for good'),
  );
}

/** It names no employee and no customer: a mailbox is no place for that. */
function describeAlerts({
  open,
  merchantName,
  name,
  link,
}: {
  open: OpenAlertsRow[];
  merchantName: string;
  name: string;
  link: string;
}) {
  const count = open.reduce((sum, { alerts }) => sum + alerts, 0);
  const what = count === 1 ? '1 alerta aberto' : `${count} alertas abertos`;
  return writeLetter({
    subject: `${what}: ${merchantName}`,
    greeting: `Olá, ${name}!`,
    lead: [
      `Há ${what} para conferir:`,
      open.map(({ rule, alerts }) => `${ALERT_LABELS[rule]}: ${alerts}`).join('; '),
    ],
    action: { label: 'Conferir', link },
    rest: ['Um alerta não quer dizer que houve fraude, e nenhum muda um saldo sozinho.'],
    footnote: `Você recebe este email porque é proprietário ou administrador de ${merchantName}.`,
  });
}
