import { useMutation } from '@tanstack/react-query';
import type { CustomerImport, CustomerImportPreview } from 'api/contract';
import { convertFile, type ReceivedFile, sendFile } from 'federation/send-file';
import { type Once, useOnce } from '../../lib/use-once.ts';
import type { ChosenFile } from './chosen-file.ts';

/** With `validCount`, the lines without errors alone are imported, if the preview counted as many. */
type ImportRequest = ChosenFile & { operationId: string; validCount?: number | undefined };
export type ImportOnce = Once<ImportRequest, CustomerImport>;

/** Imports a file once: sending the same file again after a lost answer is the same request. */
export function useImportCustomers(): ImportOnce {
  const { mutateAsync } = useMutation({
    mutationFn: ({ operationId, validCount, content }: ImportRequest) =>
      sendFile<CustomerImport>(
        `/files/customers/import?${new URLSearchParams({
          operationId,
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
