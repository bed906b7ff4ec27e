import { useStaffSession } from 'federation/remote-host';
import { ExternalLink } from 'lucide-react';
import { ButtonLink } from 'ui/button-link';
import { SettingsSection } from '../../lib/settings-section.tsx';
import styles from './documents-section.module.css';

/** Links to the program rules and the privacy notice, which the server writes from the settings. */
export function DocumentsSection() {
  const { signupLinkSlug } = useStaffSession().merchant;
  return (
    <SettingsSection title="Regulamento" description="As regras do programa por escrito, para seus clientes.">
      <p className={styles.text}>
        Cada mudança salva faz uma nova versão do regulamento. Percentual e prazos valem para os próximos
        créditos; as condições de resgate, para todo o saldo.
      </p>
      <div className={styles.links}>
        <DocumentLink href={`/regulamento/${signupLinkSlug}`}>Ver o regulamento</DocumentLink>
        <DocumentLink href={`/privacidade/${signupLinkSlug}`}>Política de privacidade</DocumentLink>
      </div>
    </SettingsSection>
  );
}

function DocumentLink({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink variant="secondary" href={href} target="_blank" icon={<ExternalLink />}>
      {children}
    </ButtonLink>
  );
}
