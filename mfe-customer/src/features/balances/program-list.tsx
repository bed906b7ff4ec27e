import { dashboardAddress } from 'domain/dashboard-address';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from 'ui/avatar';
import { Money } from 'ui/money';
import { brandStyle } from 'ui/public-page';
import { Link } from '../../lib/link.tsx';
import { DatedCredits, type Program } from './dated-credits.tsx';
import styles from './program-list.module.css';

interface ProgramListProps {
  phone: string;
  programs: readonly Program[];
  /** Returns the links below a program's card. */
  linksOf: (program: Program) => ReactNode;
}

/** A customer's programs side by side, each with its own balance. */
export function ProgramList({ phone, programs, linksOf }: ProgramListProps) {
  return (
    <ul className={styles.list} aria-label="Programas de cashback">
      {programs.map((program) => (
        <li key={program.slug}>
          <ProgramCard phone={phone} program={program} />
          {linksOf(program)}
        </li>
      ))}
    </ul>
  );
}

function ProgramCard({ phone, program }: { phone: string; program: Program }) {
  return (
    <Link
      href={dashboardAddress(phone, program.slug)}
      className={styles.card}
      style={brandStyle(program.brandColor)}
    >
      <span className={styles.top}>
        <Avatar name={program.merchantName} imageUrl={program.logoUrl} shape="square" />
        <span className={styles.text}>
          <span className={styles.merchant}>{program.merchantName}</span>
          <span className={styles.program}>{program.programName}</span>
        </span>
        <ChevronRight aria-hidden="true" className={styles.arrow} />
      </span>
      <span className={styles.balance}>
        <span className={styles.label}>Disponível</span>
        <span className={styles.amount}>
          <Money cents={program.availableCents} />
        </span>
      </span>
      <DatedCredits program={program} />
    </Link>
  );
}
