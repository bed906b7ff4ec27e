import { errorMessage, isRefusal } from 'federation/error-message';
import type { UseFormReturn } from 'react-hook-form';
import { refusedFields } from '../../lib/refused-fields.ts';
import type { IntegrationValues } from './integration-values.ts';

/** The server's refusals that depend on stored data, by their field. */
const FIELD_OF_REFUSAL = {
  integration_key_missing: 'apiKey',
  integration_key_of_another_server: 'serverPrefix',
} as const;

/** Puts what was refused beside the fields it is about; says whether the refusal has a place in the form. */
export function showBesideFields(form: UseFormReturn<IntegrationValues>, error: unknown): boolean {
  const refused = Object.entries(refusedFields(error)).filter(([field]) => field in form.getValues());
  for (const [refusal, field] of Object.entries(FIELD_OF_REFUSAL))
    if (isRefusal(error, refusal)) refused.push([field, errorMessage(error)]);
  for (const [field, message] of refused) form.setError(field as keyof IntegrationValues, { message });
  return refused.length > 0;
}
