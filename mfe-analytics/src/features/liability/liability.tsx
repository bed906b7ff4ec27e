import { Answer } from '../../lib/answer.tsx';
import { ExpiryMonths, ExpiryMonthsSkeleton } from './expiry-months.tsx';
import styles from './liability.module.css';
import { LiabilitySummary } from './liability-summary.tsx';
import { useLiability } from './use-liability.ts';

/** The cashback that the merchant owes its customers at this moment, and its due dates. */
export function Liability() {
  const liability = useLiability();
  return (
    <div className={styles.liability}>
      <Answer
        query={liability}
        failure="Não foi possível carregar o cashback a pagar"
        label="Carregando o cashback a pagar"
        skeleton={
          <div className={styles.layout}>
            <LiabilitySummary />
            <ExpiryMonthsSkeleton />
          </div>
        }
      >
        {(report) => (
          <div className={styles.layout}>
            <LiabilitySummary report={report} />
            <ExpiryMonths months={report.lots} />
          </div>
        )}
      </Answer>
    </div>
  );
}
