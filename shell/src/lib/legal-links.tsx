import { LEGAL_DOCUMENTS } from 'domain/legal-documents';
import styles from './legal-links.module.css';

/** The platform's texts, at the foot of a page; in another tab, so that nothing typed is lost. */
export function LegalLinks({ className }: { className: string | undefined }) {
  return (
    <footer className={className}>
      <ul className={styles.links}>
        {Object.values(LEGAL_DOCUMENTS).map(({ path, label }) => (
          <li key={path}>
            <a href={path} target="_blank" rel="noreferrer" className={styles.link}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
