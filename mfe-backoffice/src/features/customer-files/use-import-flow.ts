import type { CustomerImport, CustomerImportPreview } from 'api/contract';
import type { ImportAnswers } from 'domain/customer-import';
import { failureMessage, isRefusal } from 'federation/error-message';
import { saveFile } from 'federation/save-file';
import type { ReceivedFile } from 'federation/send-file';
import { useRef, useState } from 'react';
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
  /** A tick asked for this check, and keeps the focus. */
  isTicked: boolean;
  /** The lines that the import leaves out, once they were fetched. */
  refused?: ReceivedFile;
}

const PAUSE_MS = 400;
const STOPPED = 'A importação não terminou. Tente novamente: ela continua de onde parou.';

export type ImportFlow = ReturnType<typeof useImportFlow>;

/** The steps of an import: a file is chosen, checked by the server, and imported as it was checked. */
export function useImportFlow() {
  const importOnce = useImportCustomers();
  const { mutateAsync: askForPreview } = usePreviewImport();
  /** The file that is being read and checked, and by which answers. */
  const [checking, setChecking] = useState<Pick<ReadFile, 'name' | 'answers'>>();
  /** What was asked last: the answer to an earlier question is out of date. */
  const asked = useRef<ReadFile>(undefined);
  const [checked, setChecked] = useState<CheckedFile>();
  const [isImporting, setIsImporting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<CustomerImport>();

  async function check(file: ReadFile, isTicked = false, pauseMs = 0) {
    asked.current = file;
    setChecking(file);
    setFailure(undefined);
    try {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (asked.current !== file) return;
      const preview = await askForPreview(file);
      if (asked.current !== file) return;
      setChecked({ file, preview, isTicked });
    } catch (error) {
      if (asked.current !== file) return;
      setFailure(failureMessage(error, 'Erro ao conferir o arquivo. Tente novamente.'));
    }
    setChecking(undefined);
  }

  /** The file with the meanings of its columns as they were shown: another release may guess others. */
  const asSeen = ({ file, preview: { columns } }: CheckedFile): ReadFile => {
    if (!columns?.length) return file;
    return { ...file, answers: { ...file.answers, columns: columns.map(({ meaning }) => meaning) } };
  };

  /** Fetched before the import, after which the lines with a balance would be refused as known customers. */
  async function fetchRefused(chosen: CheckedFile): Promise<ReceivedFile | undefined> {
    const { file, refused } = chosen;
    if (refused) return refused;
    try {
      const received = await receiveRefusedLines(asSeen(chosen));
      setChecked((now) => (now?.file === file ? { ...now, refused: received } : now));
      return received;
    } catch (error) {
      setFailure(failureMessage(error, 'Erro ao baixar as linhas recusadas. Tente novamente.'));
      return undefined;
    }
  }

  async function importChecked(chosen: CheckedFile) {
    const { file, preview } = chosen;
    const { checkedAt, refusedCount, validCount } = preview;
    const hasRefused = refusedCount > 0;
    if (hasRefused && !(await fetchRefused(chosen))) return;
    const outcome = await importOnce({ ...asSeen(chosen), checkedAt, ...(hasRefused && { validCount }) });
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
    async choose(chosen: File) {
      setFailure(undefined);
      const answers = {};
      setChecking({ name: chosen.name, answers });
      const file = await readChosenFile(chosen);
      if (typeof file !== 'string') return check({ ...file, answers });
      setFailure(file);
      setChecking(undefined);
    },
    /** Checks the file again by these answers and those before. */
    async answer(given: ImportAnswers, isTicked?: boolean) {
      if (!checked) return;
      const { answers } = checking ?? checked.file;
      // An arrow key passes one option of a select after the other; the last is asked about.
      const pauseMs = given.columns ? PAUSE_MS : 0;
      // Answers about phones and balances were given for other columns.
      const kept = given.columns ? {} : answers;
      await check({ ...checked.file, answers: { ...kept, ...given } }, isTicked, pauseMs);
    },
    chooseAnother() {
      asked.current = undefined;
      setChecking(undefined);
      setFailure(undefined);
      setChecked(undefined);
    },
    async saveRefused() {
      setFailure(undefined);
      const file = checked && (await fetchRefused(checked));
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
