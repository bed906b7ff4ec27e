import { formatCents } from 'domain/money';
import { shareTenths } from 'domain/report-formulas';
import type { ReactNode } from 'react';
import { Card, CardHeader } from 'ui/card';
import { Money } from 'ui/money';
import { Skeleton } from 'ui/skeleton';
import { ShareBar } from '../../lib/share-bar.tsx';
import styles from './liability.module.css';
import type { LiabilityReport } from './use-liability.ts';

/** The sums, each with its explanation. Without a report the same, with placeholders for the numbers. */
export function LiabilitySummary({ report }: { report?: LiabilityReport }) {
  const total = report?.redeemableTotalCents ?? 0;
  const amount = (cents: number | undefined) =>
    cents === undefined ? <Skeleton width="6rem" height="1lh" /> : <Money cents={cents} />;
  return (
    <Card>
      <CardHeader
        title="Cashback a pagar"
        description="O que você deve hoje aos clientes: tudo o que eles ainda podem usar na loja."
      />
      <div className={styles.summary}>
        <p className={styles.total}>
          {report ? formatCents(total) : <Skeleton width="11rem" height="1lh" />}
        </p>
        <ShareBar
          parts={[
            { tenths: shareTenths(report?.availableCents ?? 0, total), tone: 'green' },
            { tenths: shareTenths(report?.maturingCents ?? 0, total), tone: 'blue' },
          ]}
        />
        <dl className={styles.rows}>
          <Row tone="green" label="Disponível" note="Já pode ser resgatado.">
            {amount(report?.availableCents)}
          </Row>
          <Row tone="blue" label="A liberar" note="Já creditado; poderá ser resgatado nos próximos dias.">
            {amount(report?.maturingCents)}
          </Row>
        </dl>
        <h3 className={styles.subtitle}>Até quando vale</h3>
        <dl className={styles.rows}>
          {[30, 60, 90].map((days, place) => (
            <Row key={days} label={`Vence em até ${days} dias`} note={place === 0 ? SOON_NOTE : undefined}>
              {amount(report?.expiring.find((each) => each.days === days)?.cents)}
            </Row>
          ))}
          <Row label="Não vence" note="Creditado enquanto a validade estava desligada.">
            {amount(report?.neverExpiringCents)}
          </Row>
          <Row label="Já expirou" note="Nunca foi usado, e você não deve mais: não entra na soma acima.">
            {amount(report?.expiredCents)}
          </Row>
        </dl>
      </div>
    </Card>
  );
}

const SOON_NOTE = 'Um aviso a esses clientes costuma virar uma visita. Cada prazo inclui os anteriores.';

interface RowProps {
  label: string;
  note?: string | undefined;
  /** The color of the same part in the bar above. */
  tone?: 'green' | 'blue';
  children: ReactNode;
}

function Row({ label, note, tone, children }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>
        {tone && <span className={`${styles.dot} ${styles[tone]}`} aria-hidden="true" />}
        {label}
      </dt>
      <dd className={styles.amount}>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}
