// biome-ignore-all lint/suspicious/noExplicitAny: tests look into answers whose shape they know
import { randomUUID } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { freshIp } from './http-client.ts';
import type { createRawClient, RawAnswer } from './raw-client.ts';

type RawClient = ReturnType<typeof createRawClient>;

export interface RestCallOptions {
  key?: string | undefined;
  body?: unknown;
  /** Sent as it is in place of the JSON of `body`. */
  rawBody?: string | Buffer;
  /** The Idempotency-Key; a fresh one for each POST by default, null sends none. */
  requestId?: string | null;
  ip?: string;
  host?: string;
  headers?: Record<string, string>;
}

export interface RestAnswer extends RawAnswer {
  body: any;
  /** Status and, of a refusal, its code. */
  outcome: [status: number, code: string | null];
}

export interface RestCaller {
  /** `path` is what stands behind '/api/v1'. */
  get(path: string, options?: RestCallOptions): Promise<RestAnswer>;
  post(path: string, body: unknown, options?: RestCallOptions): Promise<RestAnswer>;
  call(method: string, path: string, options?: RestCallOptions): Promise<RestAnswer>;
}

/** Calls the API for programs; each answer is checked against the API's own description. */
export async function createRestCaller(
  server: Pick<RawClient, 'ask'>,
  ask: RawClient['ask'] = server.ask,
): Promise<RestCaller> {
  const expectDescribed = createDescriptionCheck(await readDescription(server));
  const caller: RestCaller = {
    async call(method, path, options = {}) {
      const { key, body, rawBody = body === undefined ? undefined : JSON.stringify(body) } = options;
      const requestId =
        options.requestId === undefined && method === 'POST' ? randomUUID() : options.requestId;
      const answer = await ask(`/api/v1${path}`, {
        method,
        ...(rawBody !== undefined && { body: rawBody }),
        headers: {
          host: options.host ?? 'localhost',
          'x-forwarded-for': options.ip ?? freshIp(),
          ...(rawBody !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(requestId && { 'idempotency-key': requestId }),
          ...options.headers,
        },
      });
      expectPlain(answer);
      const parsed = JSON.parse(answer.text);
      // The API is described only where it is served: on the employees' host.
      if (options.host === undefined) expectDescribed(method, path, answer.status, parsed);
      return { ...answer, body: parsed, outcome: [answer.status, parsed.error?.code ?? null] };
    },
    get: (path, options) => caller.call('GET', path, options),
    post: (path, body, options) => caller.call('POST', path, { ...options, body }),
  };
  return caller;
}

export async function readDescription(server: Pick<RawClient, 'ask'>): Promise<any> {
  const { status, text } = await server.ask('/api/v1/openapi.json', {
    headers: { host: 'localhost', 'x-forwarded-for': freshIp() },
  });
  expect(status).toBe(200);
  return JSON.parse(text);
}

/** Expects JSON that is not cached, is readable from no other origin, and never sets a cookie. */
function expectPlain({ headers }: RawAnswer): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  expect(Object.keys(headers).filter((name) => /^set-cookie|^access-control/.test(name))).toEqual([]);
}

type DescriptionCheck = (method: string, path: string, status: number, body: unknown) => void;

function createDescriptionCheck(description: any): DescriptionCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(closed(description), 'api');
  const checks = new Map<string, ValidateFunction>();
  return (method, path, status, body) => {
    const template = Object.keys(description.paths).find((each) => matches(each, path));
    // Another method, or an unknown address, has no description.
    const endpoint = template && description.paths[template][method.toLowerCase()];
    if (!template || !endpoint) return;
    const place = ['paths', template, method.toLowerCase(), 'responses', String(status)];
    expect(endpoint.responses, `${method} ${template} is described with ${status}`).toHaveProperty([
      String(status),
    ]);
    const pointer = [...place, 'content', 'application/json', 'schema']
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const check = checks.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
    checks.set(pointer, check);
    expect(check(body), `${JSON.stringify(body)}\n${JSON.stringify(check.errors)}`).toBe(true);
    if (status >= 400)
      expect(Object.keys(endpoint.responses[status].content['application/json'].examples)).toContain(
        (body as any).error.code,
      );
  };
}

/** '/purchases/{purchaseId}' is '/purchases/0199…?x=y'. */
function matches(template: string, path: string): boolean {
  const [address = ''] = path.split('?');
  const shape = template.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${shape}$`).test(address);
}

/** Answers may gain fields, says the description; here they have those that it names and no others. */
function closed(value: any): any {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  return copy.type === 'object' && copy.properties && copy.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
