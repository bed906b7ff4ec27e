import { useStaffSession } from 'federation/remote-host';
import styles from './ledger.module.css';
import type { LedgerEntry } from './use-ledger.ts';

/** The version of the program rules that a credit names; a purchase of before a change names two. */
export function RulesVersion({ lot: { rulesVersion, rateRulesVersion } }: Pick<LedgerEntry, 'lot'>) {
  if (!rulesVersion) return null;
  return (
    <span className={styles.muted}>
      <VersionLink version={rulesVersion}>Regulamento v{rulesVersion}</VersionLink>
      {rateRulesVersion && rateRulesVersion !== rulesVersion ? (
        <>
          , percentual do <VersionLink version={rateRulesVersion}>v{rateRulesVersion}</VersionLink>
        </>
      ) : null}
    </span>
  );
}

function VersionLink({ version, children }: { version: number; children: (string | number)[] }) {
  const { signupLinkSlug } = useStaffSession().merchant;
  return (
    <a
      href={`/regulamento/${signupLinkSlug}?versao=${version}`}
      target="_blank"
      rel="noopener noreferrer"
      className={styles.version}
    >
      {children}
    </a>
  );
}
