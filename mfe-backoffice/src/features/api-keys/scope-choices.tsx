import { API_SCOPE_LABELS, API_SCOPES, type ApiScope, createApiKeyInput } from 'domain/api-keys';
import { roleLabel } from 'domain/roles';
import type { UseFormReturn } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { ChoiceGroup } from '../../lib/choice-group.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { type KeyValues, usableScopes } from './api-key.ts';

const isChoice = validBy(createApiKeyInput.shape.scopes);

interface ScopeChoicesProps {
  form: UseFormReturn<KeyValues>;
  /** The role of the employee that the key acts for; the key may not do more. */
  role: string;
}

/** The scopes of a key. */
export function ScopeChoices({ form, role }: ScopeChoicesProps) {
  const usable = usableScopes(role, API_SCOPES);
  const others = API_SCOPES.filter((scope) => !usable.includes(scope));
  return (
    <ChoiceGroup
      legend="O que a chave pode fazer"
      error={form.formState.errors.scopes?.message}
      note={
        others.length > 0 &&
        `A função ${roleLabel(role)} não permite: ${others.map((scope) => API_SCOPE_LABELS[scope].label).join(', ')}`
      }
    >
      {usable.map((scope) => (
        <CheckboxField
          key={scope}
          value={scope}
          {...API_SCOPE_LABELS[scope]}
          {...form.register('scopes', {
            validate: (chosen: ApiScope[]) => isChoice(usableScopes(role, chosen)),
          })}
        />
      ))}
    </ChoiceGroup>
  );
}
