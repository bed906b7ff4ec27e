import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** One call of a provider's published API, as data. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the API's base; '{name}' stands for one part of the path. */
  path: string;
  /** JSON schema of the parts that stand for '{name}', decoded. */
  parameters: object;
  /** JSON schema of the query's values; without one the query is empty. */
  query?: object;
  /** JSON schema of the headers, in lower case. */
  headers: object;
  /** JSON schema of the body; without one there is none. */
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
  operation: Operation | undefined;
  parameters: Record<string, string>;
  /** Where the call differs from the published contract; empty if nowhere. */
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

/** Checks calls and their answers against the operations of a contract. */
export function createContract(operations: readonly Operation[]) {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const compiled = operations.map((operation) => ({
    operation,
    pattern: patternOf(operation.path),
    schemas: {
      parameters: ajv.compile(operation.parameters),
      query: ajv.compile(operation.query ?? NOTHING),
      headers: ajv.compile(operation.headers),
      body: operation.body && ajv.compile(operation.body),
      answer: operation.success.body && ajv.compile(operation.success.body),
    },
  }));

  return {
    check(call: Call): Checked {
      const found = compiled.find(
        ({ operation, pattern }) => operation.method === call.method && pattern.test(call.path),
      );
      if (!found) return { operation: undefined, parameters: {}, problems: ['there is no such call'] };
      const parameters = Object.fromEntries(
        Object.entries(found.pattern.exec(call.path)?.groups ?? {}).map(([name, part]) => [
          name,
          decodeURIComponent(part),
        ]),
      );
      const { schemas, operation } = found;
      const problems = [
        ...problemsOf('path', schemas.parameters, parameters),
        ...problemsOf('query', schemas.query, call.query),
        ...problemsOf('headers', schemas.headers, call.headers),
        ...bodyProblems(schemas.body, call.body),
      ];
      return { operation, parameters, problems };
    },

    /** Where the answer of a success differs from the published contract. */
    checkAnswer(operation: Operation, status: number, body: unknown): string[] {
      const schema = compiled.find((each) => each.operation === operation)?.schemas.answer;
      if (status !== operation.success.status) return [`the status is ${status}`];
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
