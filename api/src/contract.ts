import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { appRouter } from './router.ts';

/** The types of the API: all that other packages may import from it. */
export type AppRouter = typeof appRouter;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;

type ErrorShape = AppRouter['_def']['_config']['$types']['errorShape'];
/**
 * Widened to string: a new refusal code is not a breaking change. Codes that a front end names are checked
 * one by one against the table of refusals.
 */
type AnyOf<Value> = Value extends string ? string : Value;

/** The answer to every refused call. */
export interface RefusedCall {
  message: ErrorShape['message'];
  data: { [Name in keyof ErrorShape['data']]: AnyOf<ErrorShape['data'][Name]> };
}

/** Answers of file uploads, which the router does not describe. */
export type { CustomerImport } from './customer-files/import-customers.ts';
export type { CustomerImportPreview } from './customer-files/preview-import.ts';
