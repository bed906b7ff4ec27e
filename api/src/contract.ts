import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { appRouter } from './router.ts';

/** All that others may know of the API: types. */
export type AppRouter = typeof appRouter;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;
