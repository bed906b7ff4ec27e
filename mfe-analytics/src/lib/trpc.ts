import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from 'api/contract';

/** The API as this front end's screens call it: `trpc.<noun>.<procedure>.useQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();
