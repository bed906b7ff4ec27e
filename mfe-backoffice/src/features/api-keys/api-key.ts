import type { ApiOutputs } from 'api/contract';
import { type ApiScope, roleMayUseScope } from 'domain/api-keys';

export type ApiKey = ApiOutputs['apiKeys']['list']['keys'][number];

/** A new key as its form holds it. */
export interface KeyValues {
  name: string;
  /** The chosen scopes, also while the employee's role does not allow them. */
  scopes: ApiScope[];
  employeeId: string;
}

/** The chosen scopes that this role may use. */
export function usableScopes(role: string, chosen: readonly ApiScope[]): ApiScope[] {
  return chosen.filter((scope) => roleMayUseScope(role, scope));
}
