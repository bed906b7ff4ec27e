import { formatPhone, phoneDigits } from 'domain/phone';
import { Wallet } from 'lucide-react';
import { Avatar } from 'ui/avatar';
import styles from './dashboard-header.module.css';
import type { Dashboard } from './use-dashboard.ts';

interface DashboardHeaderProps {
  /** The programme's name. */
  title: string;
  programme: Dashboard['programmes'][number] | undefined;
  phone: string;
}

/** Programme and merchant; where there is no single merchant, the phone. Never the person's name. */
export function DashboardHeader({ title, programme, phone }: DashboardHeaderProps) {
  return (
    <div className={styles.header}>
      <span className={styles.emblem} aria-hidden="true">
        {programme ? (
          <Avatar name={programme.merchantName} imageUrl={programme.logoUrl} size="large" shape="square" />
        ) : (
          <Wallet className={styles.wallet} />
        )}
      </span>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.subtitle}>
          {programme ? programme.merchantName : formatPhone(phoneDigits(phone))}
        </p>
      </div>
    </div>
  );
}
