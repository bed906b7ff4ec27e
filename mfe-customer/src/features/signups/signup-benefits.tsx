import { type EarningRule, formatCents, formatRate } from 'domain/money';
import { Check } from 'lucide-react';
import styles from './signup-benefits.module.css';

/** Why one would. */
export function SignupBenefits({ rule }: { rule: EarningRule }) {
  const { rateBasisPoints, earningMinPurchaseCents: least = 0 } = rule;
  const where = least > 0 ? `compras a partir de ${formatCents(least)}` : 'todas as compras';
  const benefits = [
    `${formatRate(rateBasisPoints)} de cashback em ${where}`,
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
