import type { ApiScope } from 'domain/api-keys';
import type { z } from 'zod';
import type { ApiCaller } from '../api-keys/authenticate-api-key.ts';
import type { App } from '../context.ts';
import type { RefusalCode } from '../errors.ts';

/** One address of the API for programs: what enters, what leaves and all that its description says. */

type Fields = z.ZodObject;

export interface RestCall {
  app: App;
  caller: ApiCaller;
  request: { ip: string; userAgent: string | undefined };
}

/** A call that changes something: once for each id, which is its Idempotency-Key. */
export interface RestCommandCall extends RestCall {
  requestId: string;
}

interface RestRouteBase<Parameters extends Fields, Answer extends Fields> {
  /** Below '/api/v1', as the description writes it: '/purchases/{purchaseId}'. */
  path: `/${string}`;
  scope: ApiScope;
  /** Its name in the description and, after 'rest.', in the audit log. */
  name: string;
  tag: string;
  summary: string;
  description: string;
  /** Parameters of the path. */
  params?: Parameters;
  answer: Answer;
  example: z.output<Answer>;
  /** Codes that it may refuse with, besides those of every address. */
  refuses: readonly RefusalCode[];
}

interface QueryRoute<P extends Fields, Q extends Fields, A extends Fields> extends RestRouteBase<P, A> {
  method: 'GET';
  query?: Q;
  handle(call: RestCall, input: z.output<P> & z.output<Q>): Promise<z.output<A>>;
}

interface CommandRoute<P extends Fields, B extends Fields, A extends Fields> extends RestRouteBase<P, A> {
  method: 'POST';
  body: B;
  bodyExample: z.input<B>;
  handle(call: RestCommandCall, input: z.output<P> & z.output<B>): Promise<z.output<A>>;
}

/**
 * An address of which only those who made it know what enters and leaves. Its schemas stand before its
 * handler.
 */
type Erased<Route extends { handle: unknown }> = Omit<Route, 'handle'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the schemas above have parsed it
  handle(call: RestCommandCall, input: any): Promise<object>;
};

export type RestRoute =
  | Erased<QueryRoute<Fields, Fields, Fields>>
  | Erased<CommandRoute<Fields, Fields, Fields>>;

/** Nothing: an address without parameters. */
type None = z.ZodObject<Record<never, never>>;

export function restQuery<A extends Fields, P extends Fields = None, Q extends Fields = None>(
  route: Omit<QueryRoute<P, Q, A>, 'method'>,
): RestRoute {
  return { ...route, method: 'GET' };
}

export function restCommand<A extends Fields, B extends Fields, P extends Fields = None>(
  route: Omit<CommandRoute<P, B, A>, 'method'>,
): RestRoute {
  return { ...route, method: 'POST' };
}
