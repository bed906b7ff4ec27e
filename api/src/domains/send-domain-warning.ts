import type { App } from '../context.ts';
import { listActiveOwners } from '../employees/list-active-owners.ts';
import type { DomainWarning } from '../jobs/enqueue-job.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { describeDomainWarning } from './domain-warning-mail.ts';
import { domainStopsAt } from './judge-domain-check.ts';
import { getLinkSettings, type LinkSettingsRow } from './link-settings.sql.ts';
import { platformNameOf } from './show-link-settings.ts';

/**
 * Warns one owner that the domain's record has vanished, unless it is back or the employee has left. Throws
 * on a temporary failure of the mail server, so that the job is retried.
 */
export async function sendDomainWarning(
  { env, log, mail, tenancy }: Pick<App, 'env' | 'log' | 'mail' | 'tenancy'>,
  asked: { merchantId: string; employeeId: string; domain: string; warning: DomainWarning },
): Promise<void> {
  const { merchantId, employeeId, domain, warning } = asked;
  if (!mail) throw new Error('no mail server is configured');
  const { row, owners } = await tenancy.withTenant(merchantId, async (tx) => ({
    row: await getLinkSettings(tx),
    owners: await listActiveOwners(tx),
  }));
  const owner = owners.find(({ id }) => id === employeeId);
  if (!owner || !isStillSo(row, domain, warning)) return;
  const since = row.custom_domain_missing_since;
  const letter = describeDomainWarning({
    warning,
    ownerName: owner.name,
    merchantName: row.name,
    domain,
    target: platformNameOf(env, row.signup_link_slug),
    stopsAt: since && domainStopsAt({ since, warnedAt: row.custom_domain_warned_at }),
    timeZone: row.time_zone,
    settingsLink: `${env.appOrigin}/settings?aba=link`,
  });
  const message = { to: { name: owner.name, address: owner.email }, ...letter };
  await sendOrGiveUp(mail, message, (err) =>
    log.warn({ err, merchantId, employeeId }, 'the mail server refused a domain warning for good'),
  );
}

function isStillSo(row: LinkSettingsRow, domain: string, warning: DomainWarning): boolean {
  if (row.custom_domain !== domain) return false;
  return warning === 'dropped'
    ? row.custom_domain_status === 'failed'
    : row.custom_domain_status === 'verified' && row.custom_domain_missing_since !== null;
}
