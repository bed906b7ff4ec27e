/// <reference path="./css-modules.d.ts" />
import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './screen-state.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type ScreenStateProps =
  | {
      state: 'failed';
      /** What could not be done, in a sentence. */
      message: ReactNode;
      onRetry: () => void;
      /** A retry is under way. */
      retrying?: boolean | undefined;
    }
  | {
      state: 'loading';
      /** A skeleton of the size of what is coming. */
      children: ReactNode;
      /** What is loading, for screen readers: 'Carregando clientes'. */
      label: string;
    }
  | {
      state: 'empty';
      icon?: ReactNode | undefined;
      title: ReactNode;
      /** What to do next. */
      description?: ReactNode | undefined;
      action?: ReactNode | undefined;
    };

/** What a screen or a card shows when it has no data: the request failed, is under way, or found nothing. */
export function ScreenState(props: ScreenStateProps) {
  if (props.state === 'loading') return <Loading label={props.label}>{props.children}</Loading>;
  if (props.state === 'failed') {
    return (
      <div role="alert" className={styles.state}>
        <Emblem tone={styles.failed}>
          <CloudOff />
        </Emblem>
        <p className={styles.title}>{props.message}</p>
        <Button
          variant="secondary"
          icon={<RotateCw />}
          onClick={props.onRetry}
          pending={props.retrying}
          pendingLabel="Tentando..."
        >
          Tentar novamente
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.state}>
      {props.icon && <Emblem>{props.icon}</Emblem>}
      <div className={styles.words}>
        <p className={styles.title}>{props.title}</p>
        {props.description && <p className={styles.description}>{props.description}</p>}
      </div>
      {props.action}
    </div>
  );
}

function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <div role="status">
        <VisuallyHidden>{label}</VisuallyHidden>
      </div>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

function Emblem({ tone, children }: { tone?: string | undefined; children: ReactNode }) {
  return (
    <span className={classNames(styles.emblem, tone)} aria-hidden="true">
      {children}
    </span>
  );
}
