import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** One call of a provider's published API, as data. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API's base; '{name}' stands for one part of the path. */
  path: string;
  /** JSON schema of the parts that stand for '{name}', decoded. */
  parameters: object;
  /** JSON schema of the query's values; without one nothing may stand there. */
  query?: object;
  /** JSON schema of the headers, in lower case. */
  headers: object;
  /** JSON schema of the body; without one there may be none. */
  body?: object;
  success: { status: number; body?: object };
}

export interface Call {
  method: string;
  /** Below the API's base, still encoded. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

export interface Checked {
  endpoint: Endpoint | undefined;
  parameters: Record<string, string>;
  /** The deviations of the call from the published API; empty for a valid one. */
  problems: string[];
}

const NOTHING = { type: 'object', additionalProperties: false };

const BEARER = { type: 'string', pattern: '^Bearer [^ ]+$' };
const JSON_TYPE = { type: 'string', pattern: '^application/json' };

export const READING = {
  type: 'object',
  properties: { authorization: BEARER },
  required: ['authorization'],
};
export const WRITING = {
  type: 'object',
  properties: { authorization: BEARER, 'content-type': JSON_TYPE },
  required: ['authorization', 'content-type'],
};

/** Checks calls and their answers against the endpoints of a contract. */
export function createContract(endpoints: readonly Endpoint[]) {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const compiled = endpoints.map((endpoint) => ({
    endpoint,
    pattern: patternOf(endpoint.path),
    schemas: {
      parameters: ajv.compile(endpoint.parameters),
      query: ajv.compile(endpoint.query ?? NOTHING),
      headers: ajv.compile(endpoint.headers),
      body: endpoint.body && ajv.compile(endpoint.body),
      answer: endpoint.success.body && ajv.compile(endpoint.success.body),
    },
  }));

  return {
    check(call: Call): Checked {
      const found = compiled.find(
        ({ endpoint, pattern }) => endpoint.method === call.method && pattern.test(call.path),
      );
      if (!found) return { endpoint: undefined, parameters: {}, problems: ['there is no such call'] };
      const parameters = Object.fromEntries(
        Object.entries(found.pattern.exec(call.path)?.groups ?? {}).map(([name, part]) => [
          name,
          decodeURIComponent(part),
        ]),
      );
      const { schemas, endpoint } = found;
      const problems = [
        ...problemsOf('path', schemas.parameters, parameters),
        ...problemsOf('query', schemas.query, call.query),
        ...problemsOf('headers', schemas.headers, call.headers),
        ...bodyProblems(schemas.body, call.body),
      ];
      return { endpoint, parameters, problems };
    },

    /** The deviations of a successful answer from the published API. */
    checkAnswer(endpoint: Endpoint, status: number, body: unknown): string[] {
      const schema = compiled.find((each) => each.endpoint === endpoint)?.schemas.answer;
      if (status !== endpoint.success.status) return [`the status is ${status}`];
      return bodyProblems(schema, body);
    },
  };
}

function patternOf(path: string): RegExp {
  const literal = path.replace(/[.*+?^$|()[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function bodyProblems(schema: ValidateFunction | undefined, body: unknown): string[] {
  if (schema) return problemsOf('body', schema, body);
  return body === undefined ? [] : ['body: there may be none'];
}

function problemsOf(where: string, schema: ValidateFunction, value: unknown): string[] {
  if (schema(value)) return [];
  return (schema.errors ?? []).map((error) => `${where}${error.instancePath}: ${error.message}`);
}
