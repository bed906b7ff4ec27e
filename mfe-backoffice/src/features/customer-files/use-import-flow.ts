import type { CustomerImport, CustomerImportPreview } from 'api/contract';
import type { DecimalMark } from 'domain/customer-import';
import { failureMessage, isRefusal } from 'federation/error-message';
import { saveFile } from 'federation/save-file';
import type { ReceivedFile } from 'federation/send-file';
import { useState } from 'react';
import { readChosenFile } from './chosen-file.ts';
import {
  type ReadFile,
  receiveRefusedLines,
  useImportCustomers,
  usePreviewImport,
} from './use-import-customers.ts';

export interface CheckedFile {
  file: ReadFile;
  preview: CustomerImportPreview;
}

const STOPPED = 'A importação não terminou. Tente novamente: ela continua de onde parou.';

export type ImportFlow = ReturnType<typeof useImportFlow>;

/** The steps of an import: a file is chosen, checked by the server, and imported as it was checked. */
export function useImportFlow() {
  const importOnce = useImportCustomers();
  const { mutateAsync: askForPreview } = usePreviewImport();
  /** The name of the file that is being read and checked. */
  const [checking, setChecking] = useState<string>();
  const [checked, setChecked] = useState<CheckedFile>();
  const [isImporting, setIsImporting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<CustomerImport>();
  const [refused, setRefused] = useState<ReceivedFile>();

  async function check(file: ReadFile) {
    setRefused(undefined);
    try {
      setChecked({ file, preview: await askForPreview(file) });
    } catch (error) {
      setFailure(failureMessage(error, 'Erro ao conferir o arquivo. Tente novamente.'));
    }
  }

  /** Fetched before the import, after which the lines with a balance would be refused as known customers. */
  async function fetchRefused(file: ReadFile): Promise<ReceivedFile | undefined> {
    if (refused) return refused;
    try {
      const received = await receiveRefusedLines(file);
      setRefused(received);
      return received;
    } catch (error) {
      setFailure(failureMessage(error, 'Erro ao baixar as linhas recusadas. Tente novamente.'));
      return undefined;
    }
  }

  async function importChecked({ file, preview }: CheckedFile) {
    const { checkedAt, refusedCount, validCount } = preview;
    const hasRefused = refusedCount > 0;
    if (hasRefused && !(await fetchRefused(file))) return;
    const outcome = await importOnce({ ...file, checkedAt, ...(hasRefused && { validCount }) });
    if ('answer' in outcome) return setResult(outcome.answer);
    // The records are no longer those that the file was checked against: the fresh check names the lines.
    if (isRefusal(outcome.error, 'import_has_errors')) await check(file);
    setFailure(failureMessage(outcome.error, STOPPED));
  }

  return {
    checking,
    checked,
    isImporting,
    failure,
    result,
    refused,
    async choose(chosen: File) {
      setFailure(undefined);
      setChecking(chosen.name);
      const file = await readChosenFile(chosen);
      if (typeof file === 'string') setFailure(file);
      else await check(file);
      setChecking(undefined);
    },
    /** Checks the file again, with its balances read in this way. */
    async readBalancesBy(decimalMark: DecimalMark) {
      if (!checked) return;
      setFailure(undefined);
      setChecking(checked.file.name);
      await check({ ...checked.file, decimalMark });
      setChecking(undefined);
    },
    chooseAnother() {
      setFailure(undefined);
      setChecked(undefined);
    },
    async saveRefused() {
      setFailure(undefined);
      const file = checked && (await fetchRefused(checked.file));
      if (file) saveFile(file.content, file.name);
    },
    async confirm() {
      if (!checked) return;
      setIsImporting(true);
      setFailure(undefined);
      await importChecked(checked);
      setIsImporting(false);
    },
  };
}
