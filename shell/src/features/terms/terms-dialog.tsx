import { LEGAL_DOCUMENTS } from 'domain/legal-documents';
import { formatDay } from 'domain/local-dates';
import { errorMessage } from 'federation/error-message';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { notify } from 'ui/notify';
import { ModalDialog } from '../../lib/modal-dialog.tsx';
import styles from './terms-dialog.module.css';
import { type PendingTerms, usePendingTerms } from './use-pending-terms.ts';

export interface TermsDialogProps {
  /** The counter is open: no text comes between a customer and a code, due or not. */
  isAtCounter: boolean;
  onSignOut: () => void;
}

const dayOf = (date: string) => formatDay(date, 'UTC');

/** Shows the news of the platform's terms, to accept or, for a while, to put off. */
export function TermsDialog({ isAtCounter, onSignOut }: TermsDialogProps) {
  const { pending, putOff, accept } = usePendingTerms();
  const [isAccepting, setIsAccepting] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isDue = pending?.some((each) => each.isDue) ?? false;
  if (!pending || isAtCounter) return null;

  async function acceptAll(): Promise<void> {
    setIsAccepting(true);
    setRefusal(undefined);
    try {
      await accept();
      notify.success('Aceite registrado.');
    } catch (error) {
      setRefusal(errorMessage(error, 'Não foi possível registrar o aceite. Tente novamente.'));
    }
    setIsAccepting(false);
  }

  return (
    <ModalDialog
      title="Leia o que mudou nos nossos termos"
      description={isDue ? DUE : `Você pode deixar para depois até ${lastDay(pending)}.`}
      onCancel={() => {
        if (!isDue) putOff();
      }}
      actions={
        <>
          {isDue ? (
            <Button variant="secondary" onClick={onSignOut}>
              Sair
            </Button>
          ) : (
            <Button variant="secondary" onClick={putOff}>
              Agora não
            </Button>
          )}
          <Button pending={isAccepting} pendingLabel="Registrando..." onClick={acceptAll}>
            Li e aceito
          </Button>
        </>
      }
    >
      <ul className={styles.documents}>
        {pending.map(({ document, version, date, changes, accepted }) => (
          <li key={document}>
            <a href={LEGAL_DOCUMENTS[document].path} target="_blank" rel="noreferrer" className={styles.link}>
              {LEGAL_DOCUMENTS[document].label}
            </a>
            <span className={styles.version}>
              Versão {version}, de {dayOf(date)}
            </span>
            <p>{accepted?.version === version ? OTHER_DATA : changes}</p>
          </li>
        ))}
      </ul>
      {refusal && <Alert tone="danger">{refusal}</Alert>}
    </ModalDialog>
  );
}

const OTHER_DATA = 'Mudaram os dados da plataforma que o texto cita, como as empresas que a ajudam.';
const DUE = 'O prazo para aceitar terminou. O balcão continua funcionando.';

/** The first deadline, 'dd/MM/yyyy'. */
function lastDay(pending: readonly PendingTerms[]): string {
  const [first = ''] = pending.map(({ deadline }) => deadline).sort();
  return dayOf(first);
}
