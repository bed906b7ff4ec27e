import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from 'ui/button';
import styles from './leave-dialog.module.css';
import { leaving, useIsAskedToStay } from './leaving.ts';

/**
 * 'Sair sem salvar?' A modal `<dialog>` of the browser's own: it lies over a dialog that a remote may have
 * open, whose focus trap would not know a dialog of another script.
 */
export function LeaveDialog() {
  return useIsAskedToStay() ? createPortal(<Question />, document.body) : null;
}

function Question() {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      onCancel={(event) => {
        event.preventDefault();
        leaving.stay();
      }}
    >
      <div className={styles.text}>
        <h2 id={`${id}-title`} className={styles.title}>
          Sair sem salvar?
        </h2>
        <p id={`${id}-description`} className={styles.description}>
          As alterações feitas nesta página serão perdidas.
        </p>
      </div>
      <div className={styles.actions}>
        {/* First, so that it has the focus: nothing is lost by a hasty Enter. */}
        <Button variant="secondary" onClick={leaving.stay}>
          Continuar editando
        </Button>
        <Button variant="danger" onClick={leaving.leave}>
          Sair sem salvar
        </Button>
      </div>
    </dialog>
  );
}
