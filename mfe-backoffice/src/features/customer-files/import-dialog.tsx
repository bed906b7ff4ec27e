import type { CustomerImport, CustomerImportPreview } from 'api/contract';
import { failureMessage, isRefusal } from 'federation/error-message';
import { useState } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Stepper } from 'ui/stepper';
import { ChooseFile } from './choose-file.tsx';
import { type ChosenFile, readChosenFile } from './chosen-file.ts';
import styles from './import-dialog.module.css';
import { counted } from './import-labels.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportResult } from './import-result.tsx';
import { type ImportOnce, usePreviewImport } from './use-import-customers.ts';

const STEPS = ['Escolher arquivo', 'Conferir', 'Concluir'];

interface ImportDialogProps {
  importOnce: ImportOnce;
  onClose: () => void;
}

/** A file of customers: chosen, checked, imported whole. Mounted while it is open. */
export function ImportDialog({ importOnce, onClose }: ImportDialogProps) {
  const flow = useImportFlow(importOnce);
  const { checked, result } = flow;
  const step = result ? STEPS.length : checked ? 1 : 0;
  return (
    <Dialog
      open
      onOpenChange={() => !flow.isImporting && onClose()}
      title="Importar clientes"
      description={
        result ? undefined : 'De uma planilha salva como CSV, com ou sem saldo inicial de cashback.'
      }
      size="large"
      closeOnOutsideClick={false}
      footer={<ImportFooter flow={flow} onClose={onClose} />}
    >
      <div className={styles.content}>
        <Stepper steps={STEPS} current={step} label="Etapas da importação" />
        {result ? (
          <ImportResult result={result} />
        ) : checked ? (
          <ImportPreview fileName={checked.file.name} preview={checked.preview} failure={flow.failure} />
        ) : (
          <ChooseFile checking={flow.checking} failure={flow.failure} onChoose={flow.choose} />
        )}
      </div>
    </Dialog>
  );
}

type ImportFlow = ReturnType<typeof useImportFlow>;

function useImportFlow(importOnce: ImportOnce) {
  const { mutateAsync: askForPreview } = usePreviewImport();
  /** The name of the file that is being read and checked. */
  const [checking, setChecking] = useState<string>();
  const [checked, setChecked] = useState<{ file: ChosenFile; preview: CustomerImportPreview }>();
  const [isImporting, setIsImporting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<CustomerImport>();

  async function check(file: ChosenFile) {
    try {
      setChecked({ file, preview: await askForPreview(file) });
    } catch (error) {
      setFailure(failureMessage(error, 'Erro ao conferir o arquivo. Tente novamente.'));
    }
  }

  return {
    checking,
    checked,
    isImporting,
    failure,
    result,
    async choose(chosen: File) {
      setFailure(undefined);
      setChecking(chosen.name);
      const file = await readChosenFile(chosen);
      if (typeof file === 'string') setFailure(file);
      else await check(file);
      setChecking(undefined);
    },
    chooseAnother() {
      setFailure(undefined);
      setChecked(undefined);
    },
    async confirm() {
      if (!checked) return;
      setIsImporting(true);
      setFailure(undefined);
      const outcome = await importOnce(checked.file);
      if ('answer' in outcome) setResult(outcome.answer);
      else {
        // A customer was added since the file was checked: the fresh check names them.
        if (isRefusal(outcome.error, 'import_has_errors')) await check(checked.file);
        setFailure(failureMessage(outcome.error, 'Erro ao importar os clientes. Tente novamente.'));
      }
      setIsImporting(false);
    },
  };
}

function ImportFooter({ flow, onClose }: { flow: ImportFlow; onClose: () => void }) {
  const { checked, isImporting, result, chooseAnother, confirm } = flow;
  if (result) return <Button onClick={onClose}>Fechar</Button>;
  if (!checked) {
    return (
      <Button variant="secondary" onClick={onClose}>
        Cancelar
      </Button>
    );
  }
  const { newCount, knownCount, errorCount } = checked.preview;
  if (errorCount > 0) {
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
        Escolher outro arquivo
      </Button>
      <Button pending={isImporting} pendingLabel="Importando..." onClick={confirm}>
        Importar {counted(newCount + knownCount, 'cliente', 'clientes')}
      </Button>
    </>
  );
}
