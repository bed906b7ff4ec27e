import { formatRate } from 'domain/money';
import { Check } from 'lucide-react';
import styles from './signup-benefits.module.css';

/** Why one would. */
export function SignupBenefits({ rateBasisPoints }: { rateBasisPoints: number }) {
  const benefits = [
    `${formatRate(rateBasisPoints)} de cashback em todas as compras`,
    'Acumule e resgate quando quiser',
    'Sem taxas ou mensalidades',
  ];
  return (
    <ul className={styles.benefits} aria-label="Benefícios">
      {benefits.map((benefit) => (
        <li key={benefit} className={styles.benefit}>
          <span className={styles.tick} aria-hidden="true">
            <Check />
          </span>
          {benefit}
        </li>
      ))}
    </ul>
  );
}
