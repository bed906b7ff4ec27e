import { dashboardAddress } from 'domain/dashboard-address';
import { formatDay } from 'domain/local-dates';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { PublicPage } from 'ui/public-page';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { Link } from '../../lib/link.tsx';
import type { ConfirmationKind } from './confirmation.ts';
import styles from './confirmation-receipt.module.css';
import type { ConfirmedProgram } from './confirmation-receipt.tsx';

export const USED_LINK_TITLES: Record<ConfirmationKind, string> = {
  cashback: 'Cashback já confirmado',
  redemption: 'Resgate já confirmado',
};

interface UsedLinkProps {
  kind: ConfirmationKind;
  program: Omit<ConfirmedProgram, 'phone'> & { timeZone?: string };
  confirmedAt: string;
}

/** A link that was used a day ago or earlier: it reveals nothing about the customer. */
export function UsedLink({ kind, program, confirmedAt }: UsedLinkProps) {
  const { merchantName, merchantSlug, logoUrl, brandColor, timeZone } = program;
  return (
    <PublicPage merchant={{ name: merchantName, logoUrl, brandColor }}>
      <Card className={styles.card}>
        <div className={styles.hero}>
          <h1 className={styles.title} ref={focusOnArrival} tabIndex={-1}>
            <span className={styles.cheer}>{USED_LINK_TITLES[kind]}</span>{' '}
            <span className={styles.message}>Este link foi usado em {formatDay(confirmedAt, timeZone)}.</span>
          </h1>
        </div>
        <Link
          href={dashboardAddress(undefined, merchantSlug)}
          className={buttonClassName({ size: 'large', block: true })}
        >
          Consultar Meu Saldo
        </Link>
      </Card>
    </PublicPage>
  );
}
