import { dashboardAddress } from 'domain/dashboard-address';
import type { PageMerchant } from 'domain/page-context';
import type { CSSProperties } from 'react';
import { Button, buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { Logo } from 'ui/logo';
import { brandStyle, PublicPage } from 'ui/public-page';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { AgainIcon, CrossIcon } from '../../lib/icons.tsx';
import { Link } from '../../lib/link.tsx';
import styles from './confirmation-failure.module.css';

/** On this page red is the brand; below the message the merchant's own color is. */
const RED = { '--brand': 'var(--color-red-solid)' } as CSSProperties;

interface ConfirmationFailureProps {
  message: string;
  /** Present where another try may end otherwise. */
  onRetry: (() => void) | undefined;
  /** Known where the page came with its merchant. */
  merchant: PageMerchant | null;
}

/** The red screen. It leads on to the customer's balance. */
export function ConfirmationFailure({ message, onRetry, merchant }: ConfirmationFailureProps) {
  return (
    <div style={RED}>
      <PublicPage header={<FailureHeader />} footer={<Logo size="small" />}>
        <Card className={styles.card}>
          <div role="alert" className={styles.text}>
            {merchant && <p className={styles.merchant}>{merchant.name}</p>}
            <p className={styles.message}>{message}</p>
            {!onRetry && <p className={styles.advice}>Peça um novo código no caixa.</p>}
          </div>
          <div className={styles.actions} style={brandStyle(merchant?.brandColor)}>
            {onRetry && (
              <Button size="large" block icon={<AgainIcon />} onClick={onRetry}>
                Tentar novamente
              </Button>
            )}
            <Link
              href={merchant ? dashboardAddress(undefined, merchant.slug) : '/customer'}
              className={buttonClassName({
                variant: onRetry ? 'secondary' : 'primary',
                size: 'large',
                block: true,
              })}
            >
              Ver meu saldo
            </Link>
            <Link href="/" className={buttonClassName({ variant: 'ghost', block: true })}>
              Voltar ao Início
            </Link>
          </div>
        </Card>
      </PublicPage>
    </div>
  );
}

function FailureHeader() {
  return (
    <div className={styles.header}>
      <span className={styles.emblem} aria-hidden="true">
        <CrossIcon />
      </span>
      <h1 className={styles.title} ref={focusOnArrival} tabIndex={-1}>
        Ops! Algo deu errado
      </h1>
    </div>
  );
}
