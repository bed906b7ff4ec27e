import type { AuditLine } from 'domain/audit-details';
import { formatPhone } from 'domain/phone';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { VisuallyHidden } from 'ui/visually-hidden';
import { Disclosure } from '../../lib/disclosure.tsx';
import styles from './audit-details.module.css';
import type { AuditEntry } from './use-audit-log.ts';

interface AuditDetailsProps {
  entry: AuditEntry;
  onShowRecord: (customerId: string) => void;
}

/** An entry's details, collapsed: changes, ids, and a link to the customer. */
export function AuditDetails({
  entry: { lines, customer, words: summary },
  onShowRecord,
}: AuditDetailsProps) {
  return (
    <Disclosure label="Detalhes" of={summary}>
      <div className={styles.content}>
        {lines.length > 0 && (
          <dl className={styles.lines}>
            {lines.map((line) => (
              <div key={line.label} className={styles.line}>
                <dt>{line.label}</dt>
                <dd>
                  <Value line={line} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {customer && (
          <p className={styles.customer}>
            <Link to={`/customers/${customer.id}`}>{customer.name ?? formatPhone(customer.phone)}</Link>
            <button type="button" onClick={() => onShowRecord(customer.id)}>
              Tudo sobre este cliente
            </button>
          </p>
        )}
      </div>
    </Disclosure>
  );
}

function Value({ line }: { line: AuditLine }) {
  if (line.kind === 'value') return line.isId ? <code>{line.value}</code> : line.value;
  return (
    <>
      <span className={styles.before}>{line.before}</span>
      <ArrowRight aria-hidden="true" className={styles.arrow} />
      <VisuallyHidden> passou a ser </VisuallyHidden>
      <span className={styles.after}>{line.after}</span>
    </>
  );
}
