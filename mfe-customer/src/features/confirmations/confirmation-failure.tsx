import type { CSSProperties } from 'react';
import { Button, buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { Logo } from 'ui/logo';
import { PublicPage } from 'ui/public-page';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { AgainIcon, CrossIcon } from '../../lib/icons.tsx';
import { Link } from '../../lib/link.tsx';
import styles from './confirmation-failure.module.css';

/** On this page red is the brand: band and buttons follow. */
const RED = { '--brand': 'var(--color-red-solid)' } as CSSProperties;

interface ConfirmationFailureProps {
  message: string;
  /** Present where another try may end otherwise. */
  onRetry: (() => void) | undefined;
}

/** The red screen. */
export function ConfirmationFailure({ message, onRetry }: ConfirmationFailureProps) {
  return (
    <div style={RED}>
      <PublicPage header={<FailureHeader />} footer={<Logo size="small" />}>
        <Card className={styles.card}>
          <p role="alert" className={styles.message}>
            {message}
          </p>
          <div className={styles.actions}>
            {onRetry && (
              <Button size="large" block icon={<AgainIcon />} onClick={onRetry}>
                Tentar novamente
              </Button>
            )}
            <Link
              href="/"
              className={buttonClassName({
                variant: onRetry ? 'secondary' : 'primary',
                size: 'large',
                block: true,
              })}
            >
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
