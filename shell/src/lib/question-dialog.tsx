import { Button } from 'ui/button';
import { ModalDialog } from './modal-dialog.tsx';

interface QuestionDialogProps {
  title: string;
  description: string;
  stay: { label: string; onClick: () => void };
  leave: { label: string; onClick: () => void };
}

/** Asks before somebody leaves. */
export function QuestionDialog({ title, description, stay, leave }: QuestionDialogProps) {
  return (
    <ModalDialog
      title={title}
      description={description}
      onCancel={stay.onClick}
      actions={
        <>
          {/* First, so that it has the focus: nothing is lost by a hasty Enter. */}
          <Button variant="secondary" onClick={stay.onClick}>
            {stay.label}
          </Button>
          <Button variant="danger" onClick={leave.onClick}>
            {leave.label}
          </Button>
        </>
      }
    />
  );
}
