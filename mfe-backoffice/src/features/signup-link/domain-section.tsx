import { formatDayAndTime } from 'domain/local-dates';
import { useStaffSession } from 'federation/remote-host';
import { RotateCw } from 'lucide-react';
import { Alert } from 'ui/alert';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { DnsGuide } from './dns-guide.tsx';
import styles from './domain-section.module.css';
import { domainMessage, statusLabel } from './finding-labels.ts';
import type { CustomDomain, LinkSettings } from './link-settings.ts';
import { DOMAIN_LABELS } from './section-labels.ts';
import type { DomainCheck } from './use-domain-check.ts';

interface DomainSectionProps {
  settings: LinkSettings;
  check: DomainCheck;
}

/** How the merchant's own domain stands, and how it is set up. */
export function DomainSection({ settings, check }: DomainSectionProps) {
  return (
    <SettingsSection {...DOMAIN_LABELS}>
      {settings.customDomain && <DomainStatus domain={settings.customDomain} check={check} />}
      <DnsGuide settings={settings} />
    </SettingsSection>
  );
}

function DomainStatus({ domain, check }: { domain: CustomDomain; check: DomainCheck }) {
  const { timeZone } = useStaffSession().merchant;
  const { label, tone } = statusLabel(domain);
  const { title, message, tone: messageTone } = domainMessage(domain, timeZone);
  return (
    <div className={styles.status}>
      <div className={styles.line}>
        <div className={styles.name}>
          <p className={styles.domain}>{domain.domain}</p>
          <p className={styles.checked}>
            {domain.checkedAt
              ? `Última verificação: ${formatDayAndTime(domain.checkedAt, timeZone)}`
              : 'Ainda não verificado'}
          </p>
        </div>
        <Badge tone={tone} dot>
          {label}
        </Badge>
      </div>
      <div aria-live="polite">
        <Alert tone={messageTone} role="note" {...(title && { title })}>
          {message}
        </Alert>
      </div>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={<RotateCw />}
          pending={check.isPending}
          pendingLabel="Verificando..."
          onClick={check.run}
        >
          Verificar agora
        </Button>
      </div>
    </div>
  );
}
