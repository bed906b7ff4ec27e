import { TRPCClientError } from '@trpc/client';

/** The messages of the API's schema about single fields, by the field's name in the input. */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof TRPCClientError)) return {};
  const data = error.data as { fields?: Record<string, string> | null } | null | undefined;
  return data?.fields ?? {};
}
