import { useMutation } from '@tanstack/react-query';
import type { CustomerImport, CustomerImportPreview } from 'api/contract';
import { sendFile } from 'federation/send-file';
import { type Once, useOnce } from '../../lib/use-once.ts';
import type { ChosenFile } from './chosen-file.ts';

type ImportRequest = ChosenFile & { operationId: string };
export type ImportOnce = Once<ImportRequest, CustomerImport>;

/** Imports a file once: sending the same file again after a lost answer is the same request. */
export function useImportCustomers(): ImportOnce {
  const { mutateAsync } = useMutation({
    mutationFn: ({ operationId, content }: ImportRequest) =>
      sendFile<CustomerImport>(`/files/customers/import?operationId=${operationId}`, content, 'text/csv'),
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
