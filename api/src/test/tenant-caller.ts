import { freshIp } from 'testing/http-client';
import { OWN_PAGE, queryAddress, type RawAnswer } from 'testing/raw-client';
import { appRouter } from '../router.ts';
import type { ProcedureMeta } from '../trpc.ts';
import type { InProcessServer } from './in-process-server.ts';

interface Procedure {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  meta: ProcedureMeta;
}

/** Every procedure of the API with its meta data. */
export const PROCEDURES: readonly Procedure[] = Object.entries(
  appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: Procedure['type']; meta?: ProcedureMeta } }
  >,
).map(([path, { _def }]) => {
  if (!_def.meta) throw new Error(`${path} does not say who may call it`);
  return { path, type: _def.type, meta: _def.meta };
});

export interface CallFrom {
  host?: string | undefined;
  token?: string | undefined;
  ip?: string;
}

/** Calls a procedure as its type requires, from an address not used before. */
export async function callProcedure(
  server: Pick<InProcessServer, 'ask'>,
  { path, type }: Pick<Procedure, 'path' | 'type'>,
  input: unknown,
  { host = 'localhost', token, ip = freshIp() }: CallFrom = {},
): Promise<RawAnswer> {
  const headers = { host, 'x-forwarded-for': ip, ...(token !== undefined && { cookie: `session=${token}` }) };
  if (type === 'mutation') {
    const body = JSON.stringify(input) ?? '';
    return await server.ask(`/trpc/${path}`, { method: 'POST', body, headers: { ...headers, ...OWN_PAGE } });
  }
  return await server.ask(queryAddress(path, input), { headers });
}

/**
 * Status and refusal of an answer. A stream has begun with 200 before it refuses; the status is then inside.
 */
export function outcomeOf({ status, text }: RawAnswer): [status: number, refusal: string | null] {
  const inStream = /event: serialized-error\ndata: .*"httpStatus":(\d+)/.exec(text)?.[1];
  return [inStream === undefined ? status : Number(inStream), /"refusal":"(\w+)"/.exec(text)?.[1] ?? null];
}

function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [String(value)];
  return Object.values(value).flatMap(leaves);
}

/** Keys in one order: a stored answer comes back with its keys in the database's. */
function inOneOrder(text: string): string {
  const sorted = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [two]) => one.localeCompare(two)))
      : value;
  return text.startsWith('{') ? JSON.stringify(JSON.parse(text), sorted) : text;
}

/** The answer without the sent input, and without values that are new in each: ids, tokens and moments. */
export function withoutSentAndFresh(text: string, input: unknown): string {
  const sent = leaves(input).filter((leaf) => leaf.length > 3);
  const unlessSent = (name: string) => (value: string) => (sent.includes(value) ? '<sent>' : name);
  // First: a short value that was sent may stand inside a new id.
  let rest = inOneOrder(text)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, unlessSent('<id>'))
    .replace(/(?:CASHBACK|REDEMPTION|TRIAL)_[\w-]{27}/g, unlessSent('<token>'))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, unlessSent('<moment>'));
  for (const leaf of sent) rest = rest.replaceAll(leaf, '<sent>');
  return rest;
}
