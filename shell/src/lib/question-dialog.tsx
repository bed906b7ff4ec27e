import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from 'ui/button';
import styles from './question-dialog.module.css';

interface QuestionDialogProps {
  title: string;
  description: string;
  stay: { label: string; onClick: () => void };
  leave: { label: string; onClick: () => void };
}

/**
 * Asks before somebody leaves. A modal `<dialog>` of the browser's own: it lies over a dialog that a remote
 * may have open, whose focus trap would not know a dialog of another script.
 */
export function QuestionDialog({ title, description, stay, leave }: QuestionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);

  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      onCancel={(event) => {
        event.preventDefault();
        stay.onClick();
      }}
    >
      <div className={styles.text}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      </div>
      <div className={styles.actions}>
        {/* First, so that it has the focus: nothing is lost by a hasty Enter. */}
        <Button variant="secondary" onClick={stay.onClick}>
          {stay.label}
        </Button>
        <Button variant="danger" onClick={leave.onClick}>
          {leave.label}
        </Button>
      </div>
    </dialog>,
    document.body,
  );
}
