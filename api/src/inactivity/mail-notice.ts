import { formatDay } from 'domain/local-dates';
import { formatCents } from 'domain/money';
import { INACTIVITY_NOTICE_DAYS } from 'domain/retention';
import type { App } from '../context.ts';
import type { JobPayload } from '../jobs/enqueue-job.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { writeLetter } from '../lib/mail-letter.ts';
import { extendNotice, findNoticeToSend, type NoticeToSendRow } from './inactivity-notices.sql.ts';
import { keepPath } from './keep-link.ts';

/**
 * Mails the notice, unless it has ended since. It is no offer, so it needs no consent. A mail that comes late
 * moves the day of erasure.
 */
export async function mailNotice(
  { env, log, mail, tenancy }: Pick<App, 'env' | 'log' | 'mail' | 'tenancy'>,
  { merchantId, customerId }: JobPayload<'mail-inactivity-notice'>,
): Promise<void> {
  if (!mail) return;
  const notice = await tenancy.withTenant(merchantId, async (tx) => {
    await extendNotice(tx, customerId, INACTIVITY_NOTICE_DAYS);
    return await findNoticeToSend(tx, customerId);
  });
  if (!notice) return;
  const path = keepPath(env.tokenSecrets, { merchantId, customerId, slug: notice.signup_link_slug });
  const letter = describeNotice(notice, `${env.publicOrigin}${path}`);
  await sendOrGiveUp(mail, { to: { name: notice.name ?? '', address: notice.email }, ...letter }, (err) =>
    log.warn({ err }, 'the mail server refused a notice of erasure for good'),
  );
}

function describeNotice(notice: NoticeToSendRow, link: string) {
  const day = formatDay(notice.erases_at.getTime(), notice.time_zone);
  const balance =
    notice.balance_cents > 0 ? `, e o saldo de ${formatCents(notice.balance_cents)} será cancelado` : '';
  return writeLetter({
    subject: `${notice.merchant_name}: seus dados serão apagados em ${day}`,
    greeting: 'Olá!',
    lead: [
      `Faz tempo que você não usa o programa ${notice.program_name}. Por isso, os dados que ${notice.merchant_name} guarda de você serão apagados em ${day}${balance}.`,
      'Se quiser continuar no programa, abra este link ou faça uma compra antes dessa data:',
    ],
    action: { label: 'Manter meus dados', link },
    rest: [],
    footnote: 'Se não quiser continuar, não precisa fazer nada.',
  });
}
