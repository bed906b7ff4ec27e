import { dashboardAddress } from 'domain/dashboard-address';
import { ChevronRight } from 'lucide-react';
import { Avatar } from 'ui/avatar';
import { Money } from 'ui/money';
import { brandStyle } from 'ui/public-page';
import { Link } from '../../lib/link.tsx';
import { DatedCredits, type Programme } from './dated-credits.tsx';
import styles from './programme-list.module.css';

interface ProgrammeListProps {
  phone: string;
  programmes: readonly Programme[];
}

/** A person's programmes side by side, each with the balance that counts there and nowhere else. */
export function ProgrammeList({ phone, programmes }: ProgrammeListProps) {
  return (
    <ul className={styles.list} aria-label="Programas de cashback">
      {programmes.map((programme) => (
        <li key={programme.slug}>
          <ProgrammeCard phone={phone} programme={programme} />
        </li>
      ))}
    </ul>
  );
}

function ProgrammeCard({ phone, programme }: { phone: string; programme: Programme }) {
  return (
    <Link
      href={dashboardAddress(phone, programme.slug)}
      className={styles.card}
      style={brandStyle(programme.brandColor)}
    >
      <span className={styles.top}>
        <Avatar name={programme.merchantName} imageUrl={programme.logoUrl} shape="square" />
        <span className={styles.words}>
          <span className={styles.merchant}>{programme.merchantName}</span>
          <span className={styles.programme}>{programme.programName}</span>
        </span>
        <ChevronRight aria-hidden="true" className={styles.arrow} />
      </span>
      <span className={styles.balance}>
        <span className={styles.label}>Disponível</span>
        <span className={styles.amount}>
          <Money cents={programme.availableCents} />
        </span>
      </span>
      <DatedCredits programme={programme} />
    </Link>
  );
}
