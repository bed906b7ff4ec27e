/// <reference path="./css-modules.d.ts" />
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './tabs.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** A green dot; its text is for screen readers ('ativa'). */
  dot?: string | undefined;
}

export interface TabsProps<Id extends string> {
  /** The subject of the tabs, for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
  /** The panel of the active tab. */
  children: ReactNode;
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A tab list and the active panel. Arrow keys move and choose; on a phone the list scrolls sideways. */
export function Tabs<Id extends string>({ label, tabs, active, onChange, children }: TabsProps<Id>) {
  const baseId = useId();
  const panelId = `${baseId}-panel`;
  const text = tabs.map(({ label: name, dot }) => `${name} ${dot ?? ''}`).join();

  // A link may lead to a tab that a phone's narrow list does not show, or a dot that comes later push it out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the tabs hold says how wide they are
  useEffect(() => {
    document.getElementById(`${baseId}-${active}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [baseId, active, text]);

  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    const index = tabs.findIndex((tab) => tab.id === active);
    const next = tabs[STEPS[event.key]?.(index, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${baseId}-${next.id}`)?.focus();
  }

  return (
    <div className={styles.root}>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${baseId}-${tab.id}`}
            aria-selected={tab.id === active}
            aria-controls={tab.id === active ? panelId : undefined}
            tabIndex={tab.id === active ? 0 : -1}
            className={classNames(styles.tab, tab.id === active && styles.active)}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.dot !== undefined && (
              <span className={styles.dot}>
                <VisuallyHidden> {tab.dot}</VisuallyHidden>
              </span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={`${baseId}-${active}`}>
        {children}
      </div>
    </div>
  );
}
