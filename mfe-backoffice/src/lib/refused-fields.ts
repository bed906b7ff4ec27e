import { TRPCClientError } from '@trpc/client';

/**
 * What the API's schema had against single fields of what was sent: its own names of them → the message
 * beside each.
 */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof TRPCClientError)) return {};
  const data = error.data as { fields?: Record<string, string> | null } | null | undefined;
  return data?.fields ?? {};
}
