/// <reference path="./css-modules.d.ts" />
import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Loading } from './loading.tsx';
import styles from './screen-state.module.css';

export type ScreenStateProps =
  | {
      state: 'failed';
      /** The failed action, in a message. */
      message: ReactNode;
      onRetry: () => void;
      /** A retry is under way. */
      retrying?: boolean | undefined;
      isPage?: boolean | undefined;
    }
  | {
      state: 'loading';
      /** A skeleton as large as the content to come. */
      children: ReactNode;
      /** The loading label for screen readers: 'Carregando clientes'. */
      label: string;
    }
  | {
      state: 'empty';
      icon?: ReactNode | undefined;
      title: ReactNode;
      /** The next step. */
      description?: ReactNode | undefined;
      action?: ReactNode | undefined;
      /** Nothing else is on the page, so this is its heading. */
      isPage?: boolean | undefined;
    };

/** The state of a screen or a card without data: the request failed, is under way, or found nothing. */
export function ScreenState(props: ScreenStateProps) {
  if (props.state === 'loading') return <Loading label={props.label}>{props.children}</Loading>;
  const Title = props.isPage ? 'h1' : 'p';
  if (props.state === 'failed') {
    return (
      <div role="alert" className={styles.state}>
        <Emblem tone={styles.failed}>
          <CloudOff />
        </Emblem>
        <Title className={styles.title}>{props.message}</Title>
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
      <div className={styles.text}>
        <Title className={styles.title}>{props.title}</Title>
        {props.description && <p className={styles.description}>{props.description}</p>}
      </div>
      {props.action}
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
