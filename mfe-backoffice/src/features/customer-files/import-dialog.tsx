import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Stepper } from 'ui/stepper';
import { BalanceChoices } from './balance-doubt.tsx';
import { ChooseFile } from './choose-file.tsx';
import { faultOf } from './file-columns.tsx';
import styles from './import-dialog.module.css';
import { counted, importValidLabel } from './import-labels.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportResult } from './import-result.tsx';
import { type ImportFlow, useImportFlow } from './use-import-flow.ts';

const STEPS = ['Escolher arquivo', 'Conferir', 'Concluir'];

/** A file of customers: chosen, checked, imported. Mounted while it is open. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const flow = useImportFlow();
  const { checked, result } = flow;
  const step = result ? STEPS.length : checked ? 1 : 0;
  return (
    <Dialog
      open
      onOpenChange={() => !flow.isImporting && onClose()}
      title="Importar clientes"
      description={
        result ? undefined : 'De uma planilha do Excel ou CSV, com ou sem saldo inicial de cashback.'
      }
      size="large"
      closeOnOutsideClick={false}
      footer={<ImportFooter flow={flow} onClose={onClose} />}
    >
      <div className={styles.content}>
        <Stepper steps={STEPS} current={step} label="Etapas da importação" />
        {result ? (
          <ImportResult result={result} refused={checked?.refused} />
        ) : checked ? (
          <ImportPreview flow={flow} {...checked} />
        ) : (
          <ChooseFile checking={flow.checking?.name} failure={flow.failure} onChoose={flow.choose} />
        )}
      </div>
    </Dialog>
  );
}

function ImportFooter({ flow, onClose }: { flow: ImportFlow; onClose: () => void }) {
  const { checked, checking, isImporting, result, chooseAnother, confirm } = flow;
  if (result) return <Button onClick={onClose}>Fechar</Button>;
  if (!checked) {
    return (
      <Button variant="secondary" onClick={onClose}>
        Cancelar
      </Button>
    );
  }
  const { validCount, refusedCount, doubtedBalances = [], columns = [] } = checked.preview;
  if (doubtedBalances.length > 0 || faultOf(columns)) {
    return (
      <>
        <Button variant="secondary" onClick={chooseAnother}>
          Escolher outro arquivo
        </Button>
        {doubtedBalances.length > 0 && <BalanceChoices flow={flow} />}
      </>
    );
  }
  if (validCount === 0) {
    return (
      <>
        <Button variant="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button onClick={chooseAnother}>Escolher arquivo corrigido</Button>
      </>
    );
  }
  return (
    <>
      <Button variant="secondary" disabled={isImporting} onClick={chooseAnother}>
        {refusedCount > 0 ? 'Escolher arquivo corrigido' : 'Escolher outro arquivo'}
      </Button>
      <Button
        pending={isImporting}
        pendingLabel="Importando..."
        disabled={checking !== undefined}
        onClick={confirm}
      >
        {refusedCount > 0
          ? importValidLabel(validCount)
          : `Importar ${counted(validCount, 'cliente', 'clientes')}`}
      </Button>
    </>
  );
}
