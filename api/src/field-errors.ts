import type { ZodError } from 'zod';

/** Maps 'amountCents' → the message of its first problem; '' holds problems of the whole input. */
export function fieldErrors(error: ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    // Only the schema's own field names are sent: an unknown key is the caller's text and is not echoed.
    const isUnknownKey = issue.code === 'unrecognized_keys';
    const field = isUnknownKey ? '' : issue.path.join('.').slice(0, 60);
    fields[field] ??= isUnknownKey ? 'Há campos que não são aceitos' : issue.message;
  }
  return fields;
}
