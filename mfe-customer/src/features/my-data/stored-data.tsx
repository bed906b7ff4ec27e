import { useState } from 'react';
import styles from './my-data.module.css';
import type { MyData, MyDataSection } from './my-data-calls.ts';

/** All sections, the first one open. The sections about sharing have a heading of their own. */
export function StoredData({ data: { sections, sharing } }: { data: MyData }) {
  return (
    <div className={styles.part}>
      <Sections sections={sections} isFirstOpen />
      <section aria-labelledby="shared-with" className={styles.part}>
        <h2 id="shared-with" className={styles.title}>
          Com quem foi compartilhado
        </h2>
        <Sections sections={sharing} isFirstOpen={false} />
      </section>
    </div>
  );
}

/** Sections that hold something, to open; the others are named in one line. */
function Sections({ sections, isFirstOpen }: { sections: readonly MyDataSection[]; isFirstOpen: boolean }) {
  const empty = sections.filter(({ rows }) => rows.length === 0);
  return (
    <div>
      {sections
        .filter(({ rows }) => rows.length > 0)
        .map((section, index) => (
          <Section key={section.name} section={section} isFirst={isFirstOpen && index === 0} />
        ))}
      {empty.length > 0 && (
        <p className={`${styles.note} ${styles.empty}`}>
          <strong>Nada guardado:</strong> {empty.map(({ title }) => title).join(' · ')}
        </p>
      )}
    </div>
  );
}

function Section({ section, isFirst }: { section: MyDataSection; isFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isFirst);
  const { title, rows, hasMore } = section;
  return (
    <details
      className={styles.section}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span>{title}</span>
        <span className={styles.count}>{hasMore ? `${rows.length}+` : rows.length}</span>
      </summary>
      {isOpen && <Rows {...section} />}
      {isOpen && hasMore && (
        <p className={styles.note}>
          As {rows.length} mais recentes. Há mais: todas estão no arquivo para baixar.
        </p>
      )}
    </details>
  );
}

function Rows({ rows }: MyDataSection) {
  return rows.map((values, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own.
    <dl key={index} className={styles.row}>
      {values.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  ));
}
