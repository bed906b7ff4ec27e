import { Skeleton } from 'ui/skeleton';
import { SettingsSection } from '../../lib/settings-section.tsx';
import styles from './settings-form.module.css';

/** The three sections' labels, which are known, and placeholders of their fields. */
export function CashbackSettingsSkeleton() {
  return (
    <div className={styles.frame}>
      <div className={styles.form}>
        <SettingsSection title="Programa" description="O que seus clientes veem e quanto eles ganham.">
          <Skeleton height="5.75rem" />
          <Skeleton height="5.75rem" />
          <Skeleton height="5.75rem" />
        </SettingsSection>
        <SettingsSection
          title="Liberação e validade"
          description="Vale para os próximos créditos; os já concedidos mantêm suas datas."
        >
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" />
        </SettingsSection>
        <SettingsSection
          title="Regras de resgate"
          description="Valem para os próximos resgates. Sem regras, o cliente usa quanto quiser do saldo."
        >
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" />
        </SettingsSection>
      </div>
    </div>
  );
}
