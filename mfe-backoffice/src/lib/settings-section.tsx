import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import styles from './settings-section.module.css';

interface SettingsSectionProps {
  title: string;
  description: string;
  children?: ReactNode;
}

/** A group of settings: with enough room, its labels stand beside its fields. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  return (
    <Card className={styles.section}>
      <CardHeader title={title} description={description} />
      {children && <div className={styles.fields}>{children}</div>}
    </Card>
  );
}

interface OptionProps {
  /** The checkbox. */
  box: ReactNode;
  /** The fields of the checked option, below its label; false while it is unchecked. */
  children: ReactNode;
}

/** A choice with its dependent fields; a line parts it from the one above. */
export function Option({ box, children }: OptionProps) {
  return (
    <div className={styles.option}>
      {box}
      {children && <div className={styles.revealed}>{children}</div>}
    </div>
  );
}
