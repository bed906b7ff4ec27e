import { useMutation } from '@tanstack/react-query';
import type { CustomerImport, CustomerImportPreview } from 'api/contract';
import { convertFile, type ReceivedFile, sendFile } from 'federation/send-file';
import { useOnce } from '../../lib/use-once.ts';
import type { ChosenFile } from './chosen-file.ts';

/**
 * A file as it was checked. With `validCount`, the lines without errors alone are imported, if the preview
 * counted as many.
 */
interface ImportRequest extends ChosenFile {
  operationId: string;
  checkedAt: string;
  validCount?: number | undefined;
}

/** Imports a file once. Sent again after a lost answer, the same request goes on where it stopped. */
export function useImportCustomers() {
  const { mutateAsync } = useMutation({
    mutationFn: ({ operationId, checkedAt, validCount, content }: ImportRequest) =>
      sendFile<CustomerImport>(
        `/files/customers/import?${new URLSearchParams({
          operationId,
          checkedAt,
          ...(validCount !== undefined && { validCount: String(validCount) }),
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
    mutationFn: ({ content }: ChosenFile) =>
      sendFile<CustomerImportPreview>('/files/customers/import-preview', content, 'text/csv'),
  });
}

/** The lines with errors and their problems, as a workbook to be corrected and imported. */
export function receiveRefusedLines({ content }: ChosenFile): Promise<ReceivedFile> {
  return convertFile('/files/customers/refused-lines', content, 'text/csv');
}
