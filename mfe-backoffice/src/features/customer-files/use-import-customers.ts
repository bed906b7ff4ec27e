import { useMutation } from '@tanstack/react-query';
import type { CustomerImport, CustomerImportPreview } from 'api/contract';
import type { ImportAnswers } from 'domain/customer-import';
import { convertFile, type ReceivedFile, sendFile } from 'federation/send-file';
import { useOnce } from '../../lib/use-once.ts';
import type { ChosenFile } from './chosen-file.ts';

/** A file, and what the person has said about it. */
export interface ReadFile extends ChosenFile {
  answers: ImportAnswers;
}

/** Only what was said. */
const givenIn = (answers: ImportAnswers) =>
  Object.entries(answers).flatMap(([name, answer]) => (answer ? [[name, String(answer)]] : []));

const withAnswers = (path: string, { answers }: ReadFile) => {
  const query = new URLSearchParams(givenIn(answers));
  return query.size > 0 ? `${path}?${query}` : path;
};

/**
 * A file as it was checked. With `validCount`, the lines without errors alone are imported, if the preview
 * counted as many.
 */
interface ImportRequest extends ReadFile {
  operationId: string;
  checkedAt: string;
  validCount?: number | undefined;
}

/** Imports a file once. Sent again after a lost answer, the same request goes on where it stopped. */
export function useImportCustomers() {
  const { mutateAsync } = useMutation({
    mutationFn: ({ operationId, checkedAt, validCount, answers, content }: ImportRequest) =>
      sendFile<CustomerImport>(
        `/files/customers/import?${new URLSearchParams({
          operationId,
          checkedAt,
          ...(validCount !== undefined && { validCount: String(validCount) }),
          ...Object.fromEntries(givenIn(answers)),
        })}`,
        content,
        'text/csv',
      ),
  });
  return useOnce(mutateAsync, 'Clientes importados!');
}

/** The server's check of a file, without storing any of it. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: (file: ReadFile) =>
      sendFile<CustomerImportPreview>(
        withAnswers('/files/customers/import-preview', file),
        file.content,
        'text/csv',
      ),
  });
}

/** The lines with errors and their problems, as a workbook to be corrected and imported. */
export function receiveRefusedLines(file: ReadFile): Promise<ReceivedFile> {
  return convertFile(withAnswers('/files/customers/refused-lines', file), file.content, 'text/csv');
}
