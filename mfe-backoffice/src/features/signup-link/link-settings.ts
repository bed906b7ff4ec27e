import type { ApiOutputs } from 'api/contract';

export type LinkSettings = ApiOutputs['domains']['linkSettings'];
export type CustomDomain = NonNullable<LinkSettings['customDomain']>;
