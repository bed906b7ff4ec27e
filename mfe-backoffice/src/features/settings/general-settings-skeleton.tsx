import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { CONTACTS_LABELS } from './contacts-section.tsx';
import { REPORTS_LABELS } from './reports-section.tsx';
import styles from './settings-form.module.css';
import { TERMS_LABELS } from './terms-section.tsx';

/** The sections' labels, which are known, and placeholders of their fields. */
export function GeneralSettingsSkeleton() {
  return (
    <div className={styles.frame}>
      <div className={styles.form}>
        <SettingsSection
          title="Estabelecimento"
          description="Como seus clientes reconhecem e encontram a loja."
        >
          <Skeleton height="4.375rem" />
          <Skeleton height="4.375rem" />
          <Skeleton height="4.375rem" />
          <Skeleton height="5.75rem" />
        </SettingsSection>
        <SettingsSection
          title="Logo"
          description="Aparece no painel e nas páginas dos seus clientes. Muda na hora."
        >
          <Skeleton height="10rem" />
        </SettingsSection>
        <SettingsSection title="Cor da marca" description="Botões e destaques das páginas dos seus clientes.">
          <Skeleton height="5.75rem" />
          <Skeleton height="9.5rem" />
        </SettingsSection>
        <SettingsSection {...CONTACTS_LABELS}>
          <Skeleton height="4.375rem" />
        </SettingsSection>
        <SettingsSection {...REPORTS_LABELS}>
          <Skeleton height="4.375rem" />
        </SettingsSection>
        <SettingsSection {...TERMS_LABELS}>
          <Skeleton height="7rem" />
        </SettingsSection>
      </div>
    </div>
  );
}
