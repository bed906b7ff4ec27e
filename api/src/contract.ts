import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { appRouter } from './router.ts';

/** All that others may know of the API: types. */
export type AppRouter = typeof appRouter;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;

type ErrorShape = AppRouter['_def']['_config']['$types']['errorShape'];
/** One code more breaks nobody: those a front end names are held against the table of refusals one by one. */
type AnyOf<Value> = Value extends string ? string : Value;

/** How every call that is refused is answered. */
export interface RefusedCall {
  message: ErrorShape['message'];
  data: { [Name in keyof ErrorShape['data']]: AnyOf<ErrorShape['data'][Name]> };
}

/** What is sent or received as a file answers outside of the router. */
export type { CustomerImport } from './customer-files/import-customers.ts';
export type { CustomerImportPreview } from './customer-files/preview-import.ts';
