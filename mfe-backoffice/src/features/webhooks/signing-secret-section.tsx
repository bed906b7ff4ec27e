import { formatDayAndTime } from 'domain/local-dates';
import { useStaffSession } from 'federation/remote-host';
import { Button } from 'ui/button';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { SettingsSection } from '../../lib/settings-section.tsx';
import styles from './signing-secret-section.module.css';
import type { SigningSecret } from './webhook.ts';

interface SigningSecretSectionProps {
  secret: SigningSecret;
  onRotate: (from: HTMLElement) => void;
}

/** The secret that signs deliveries, as far as it may still be shown. */
export function SigningSecretSection({ secret, onRotate }: SigningSecretSectionProps) {
  const { timeZone } = useStaffSession().merchant;
  const { last4, createdAt, previousUntil } = secret;
  const rows: Definition[] = [
    { label: 'Segredo', value: <span className={styles.masked}>whsec_••••{last4}</span> },
    { label: 'Criado em', value: formatDayAndTime(createdAt, timeZone) },
  ];
  if (previousUntil !== null)
    rows.push({ label: 'O anterior assina junto até', value: formatDayAndTime(previousUntil, timeZone) });
  return (
    <SettingsSection
      title="Assinatura"
      description="Cada envio é assinado com este segredo, para seu sistema conferir que veio daqui."
    >
      <DefinitionList rows={rows} />
      <p className={styles.note}>
        A assinatura vem nos cabeçalhos <code>webhook-id</code>, <code>webhook-timestamp</code> e{' '}
        <code>webhook-signature</code>, no padrão{' '}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noopener noreferrer">
          Standard Webhooks
        </a>
        : há bibliotecas prontas que a conferem.
      </p>
      <div>
        <Button variant="secondary" onClick={(event) => onRotate(event.currentTarget)}>
          Gerar novo segredo
        </Button>
      </div>
    </SettingsSection>
  );
}
