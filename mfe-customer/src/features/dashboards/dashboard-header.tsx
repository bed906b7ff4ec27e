import { Avatar } from 'ui/avatar';
import { WalletIcon } from '../../lib/icons.tsx';
import styles from './dashboard-header.module.css';

/** The program of the page. */
export interface HeaderMerchant {
  name: string;
  programName: string;
  logoUrl?: string | null | undefined;
  brandColor?: string | null | undefined;
}

interface DashboardHeaderProps {
  /** The program's name. */
  title: string;
  merchant: HeaderMerchant | undefined;
  /** '(11) 98765-4321' */
  phone: string;
}

/** Program and merchant; where there is no single merchant, the phone. Never the customer's name. */
export function DashboardHeader({ title, merchant, phone }: DashboardHeaderProps) {
  return (
    <div className={styles.header}>
      <span className={styles.emblem} aria-hidden="true">
        {merchant ? (
          <Avatar name={merchant.name} imageUrl={merchant.logoUrl} size="large" shape="square" />
        ) : (
          <WalletIcon className={styles.wallet} />
        )}
      </span>
      <div className={styles.text}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.subtitle}>{merchant ? merchant.name : phone}</p>
      </div>
    </div>
  );
}
