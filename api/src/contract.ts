import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { appRouter } from './router.ts';

/** All that others may know of the API: types. */
export type AppRouter = typeof appRouter;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;

/** What is sent or received as a file answers outside of the router. */
export type { CustomerImport } from './customers/import-customers.ts';
export type { CustomerImportPreview } from './customers/preview-import.ts';
