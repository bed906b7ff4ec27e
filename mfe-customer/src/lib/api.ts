import type { ApiInputs, ApiOutputs, RefusedCall } from 'api/contract';
import { post, REFUSALS_SHOWN } from './post.ts';

/**
 * Calls the API in tRPC's own HTTP format, with the API's own types and nothing else: the stock client and
 * its cache would be a sixth of all the JavaScript a customer's phone downloads, and these pages make one
 * call each.
 */

/** The API answered, and refused; `message` is its message, in Portuguese, for people. */
export class ApiRefusal extends Error {
  constructor(
    message: string,
    /** A code of the API's table of refusals; null for a bug. */
    readonly refusal: string | null,
    readonly httpStatus: number,
  ) {
    super(message);
  }
}

/** There was no answer of the API: no network, or something else behind the address. */
export class Unreachable extends Error {}

type Procedure<Noun extends keyof ApiOutputs> = keyof ApiOutputs[Noun] & string;
type Input<Noun extends keyof ApiOutputs, Name> = Noun extends keyof ApiInputs
  ? Name extends keyof ApiInputs[Noun]
    ? ApiInputs[Noun][Name]
    : never
  : never;

/** Throws ApiRefusal or Unreachable. */
export async function query<Noun extends keyof ApiOutputs & string, Name extends Procedure<Noun>>(
  noun: Noun,
  procedure: Name,
  input: Input<Noun, Name>,
  signal?: AbortSignal,
): Promise<ApiOutputs[Noun][Name]> {
  const parameter = encodeURIComponent(JSON.stringify(input));
  const request = { headers: REFUSALS_SHOWN, ...(signal && { signal }) };
  return (await answer(fetch(`/trpc/${noun}.${procedure}?input=${parameter}`, request))) as never;
}

/** Throws ApiRefusal or Unreachable. */
export async function mutate<Noun extends keyof ApiOutputs & string, Name extends Procedure<Noun>>(
  noun: Noun,
  procedure: Name,
  input: Input<Noun, Name>,
  signal?: AbortSignal,
): Promise<ApiOutputs[Noun][Name]> {
  return (await answer(post(`/trpc/${noun}.${procedure}`, input, signal))) as never;
}

interface Envelope {
  result?: { data: unknown };
  error?: RefusedCall;
}

async function answer(call: Promise<Response>): Promise<unknown> {
  let envelope: Envelope;
  try {
    envelope = (await (await call).json()) as Envelope;
  } catch (cause) {
    throw new Unreachable('no answer', { cause });
  }
  if (envelope.result) return envelope.result.data;
  if (!envelope.error?.data) throw new Unreachable('no answer');
  const { message, data } = envelope.error;
  throw new ApiRefusal(message, data.refusal ?? null, data.httpStatus);
}
