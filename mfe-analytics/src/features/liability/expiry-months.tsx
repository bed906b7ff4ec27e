import { formatCents } from 'domain/money';
import { shareTenths } from 'domain/report-formulas';
import { PiggyBank } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { Money } from 'ui/money';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { formatMonth } from '../../lib/months.ts';
import { ShareBar } from '../../lib/share-bar.tsx';
import styles from './expiry-months.module.css';
import type { ExpiryMonth } from './use-liability.ts';

const HEADER = (
  <CardHeader
    title="Por mês de vencimento"
    description="Quanto deixa de valer em cada mês, se ninguém usar."
  />
);

/** The liability by when it ends: the longest bar is the month with most. */
export function ExpiryMonths({ months }: { months: readonly ExpiryMonth[] }) {
  const most = Math.max(0, ...months.map(({ remainingCents }) => remainingCents));
  return (
    <Card flush className={styles.card}>
      {HEADER}
      {months.length === 0 ? (
        <NothingOpen />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <section className={styles.frame} aria-label="Meses de vencimento" tabIndex={0}>
          <table className={styles.table}>
            <caption className={styles.caption}>Saldo dos clientes por mês de vencimento</caption>
            <thead className={styles.caption}>
              <tr>
                <th scope="col">Vence em</th>
                <th scope="col">Saldo</th>
              </tr>
            </thead>
            <tbody>
              {months.map((month) => (
                <Month key={month.month} month={month} most={most} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

function NothingOpen() {
  return (
    <ScreenState
      state="empty"
      icon={<PiggyBank />}
      title="Você não deve cashback a ninguém"
      description="O saldo de um cliente aparece aqui quando ele escaneia o QR Code de uma compra."
      action={
        <Link to="/cashback" className={buttonClassName({})}>
          Gerar Cashback
        </Link>
      }
    />
  );
}

function Month({
  month: { month, remainingCents, maturingCents },
  most,
}: {
  month: ExpiryMonth;
  most: number;
}) {
  return (
    <tr>
      <th scope="row">{month === null ? 'Não vence' : formatMonth(month)}</th>
      <td>
        <span className={styles.bar}>
          <span className={styles.amounts}>
            <Money cents={remainingCents} />
            {maturingCents > 0 && (
              <span className={styles.maturing}>{formatCents(maturingCents)} a liberar</span>
            )}
          </span>
          <ShareBar
            parts={[
              { tenths: shareTenths(remainingCents - maturingCents, most), tone: 'green' },
              { tenths: shareTenths(maturingCents, most), tone: 'blue' },
            ]}
          />
        </span>
      </td>
    </tr>
  );
}

export function ExpiryMonthsSkeleton() {
  return (
    <Card flush className={styles.card}>
      {HEADER}
      <div className={styles.skeleton}>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height="2.25rem" />
        ))}
      </div>
    </Card>
  );
}
