import { dashboardAddress } from 'domain/dashboard-address';
import { formatPhone } from 'domain/phone';
import type { ReactNode } from 'react';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { type Definition, DefinitionList } from 'ui/definition-list';
import { Money } from 'ui/money';
import { PublicPage } from 'ui/public-page';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { Link } from '../../lib/link.tsx';
import { Celebration } from './celebration.tsx';
import styles from './confirmation-receipt.module.css';

/** '+R$ 1.234,56' still is large. */
const SHORT_HEADLINE_LENGTH = 12;

/** The program that a confirmation belongs to, and whose balance it changed. */
export interface ConfirmedProgram {
  merchantName: string;
  merchantSlug: string;
  /** Empty where the statement is protected and the browser is not the customer's. */
  phone: string;
  logoUrl?: string | null | undefined;
  brandColor?: string | null | undefined;
}

interface ConfirmationReceiptProps {
  program: ConfirmedProgram;
  /** 'Parabéns!' */
  cheer: string;
  /** The outcome, in a message. */
  message: string;
  /** The confirmed amount, large, and its label. */
  headline: string;
  headlineNote: ReactNode;
  rows: readonly Definition[];
  /** A trial has no balance to lead to. */
  isTrial?: boolean;
  /** Content below the rows. */
  children?: ReactNode;
  /** What comes later, under the receipt. */
  addition?: ReactNode;
}

/** The rows of a receipt with a balance, which a protected statement shows to its customer alone. */
export function balanceRows(
  program: ConfirmedProgram & { availableCents: number },
  label: string,
): readonly Definition[] {
  const merchant = { label: 'Estabelecimento', value: program.merchantName };
  if (program.phone === '')
    return [merchant, { label, value: 'Protegido: toque em Ver Meu Saldo Completo e confirme que é você.' }];
  return [
    merchant,
    { label: 'Telefone', value: formatPhone(program.phone) },
    { label, value: <Money cents={program.availableCents} />, strong: true },
  ];
}

/** The receipt both confirmations end in. */
export function ConfirmationReceipt(props: ConfirmationReceiptProps) {
  const { program, cheer, message, headline, headlineNote, rows, isTrial, children, addition } = props;
  return (
    <PublicPage
      merchant={{
        name: program.merchantName,
        logoUrl: program.logoUrl,
        brandColor: program.brandColor,
      }}
      addition={addition}
    >
      <Card className={styles.card}>
        <div className={styles.hero}>
          <Celebration />
          <h1 className={styles.title} ref={focusOnArrival} tabIndex={-1}>
            <span className={styles.cheer}>{cheer}</span> <span className={styles.message}>{message}</span>
          </h1>
          <div className={styles.amount}>
            <p className={headline.length > SHORT_HEADLINE_LENGTH ? styles.longHeadline : styles.headline}>
              {headline}
            </p>
            <p className={styles.note}>{headlineNote}</p>
          </div>
        </div>
        <DefinitionList rows={rows} />
        {children}
        {!isTrial && (
          <Link
            href={dashboardAddress(program.phone || undefined, program.merchantSlug)}
            className={buttonClassName({ size: 'large', block: true })}
          >
            Ver Meu Saldo Completo
          </Link>
        )}
        <a href={`/regulamento/${program.merchantSlug}`} className={buttonClassName({ variant: 'ghost' })}>
          Regulamento
        </a>
      </Card>
    </PublicPage>
  );
}
