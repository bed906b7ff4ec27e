import { z } from 'zod';
import { describeRefusal, type RefusalCode } from '../errors.ts';
import type { RestRoute } from './rest-route.ts';

/** Builds the OpenAPI document from the schemas with which the routes check requests. */

const INTRODUCTION = `Record purchases, look customers up, prepare redemptions and reverse either, from a point of sale.

Amounts are whole numbers of centavos, moments ISO 8601 in UTC. Fields that are not described are refused; answers may gain fields.

Every POST carries an Idempotency-Key, a UUID made for the operation. The same request under the same key is carried out once and answered alike each time, so whoever lost an answer, was told 409 or 503, or waited in vain sends it again as it was. Another request under the same key is refused with 422. A merchant’s keys and screens share one space of them.

A key may make 600 calls a minute. It may be told of 5,000 different customers an hour; beyond that questions are refused and nothing else. Too many are answered with 429 and Retry-After.`;

const OF_EVERY_CALL: readonly RefusalCode[] = [
  'bad_request',
  'invalid_api_key',
  'missing_scope',
  'forbidden',
  'too_many_requests',
  'overloaded',
  'database_unavailable',
];
const OF_EVERY_QUESTION: readonly RefusalCode[] = ['too_many_customers'];
const OF_EVERY_COMMAND: readonly RefusalCode[] = [
  'invalid_idempotency_key',
  'not_json',
  'body_too_large',
  'operation_conflict',
  'operation_in_flight',
];

/** `base` is where the API answers: 'https://app.example.com/api/v1'. */
export function describeApi(routes: readonly RestRoute[], base: string): object {
  const schemas: Record<string, object> = { Error: ERROR };
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    schemas[answerName(route)] = schemaOf(route.answer, 'output');
    if (route.method === 'POST') schemas[bodyName(route)] = schemaOf(route.body, 'input');
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cashback API', version: '1.0.0', description: INTRODUCTION },
    servers: [{ url: base }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: { ...paths, '/openapi.json': { get: THIS_DOCUMENT } },
    components: {
      schemas,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key made in the back-office under Integrações, API. It begins with cbk_ and has scopes; it may no more than the role of the person it acts for.',
        },
      },
    },
  };
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const answerName = ({ name }: RestRoute) => `${capitalized(name)}Answer`;
const bodyName = ({ name }: RestRoute) => `${capitalized(name)}Body`;
const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function describeRoute(route: RestRoute): object {
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...(route.method === 'GET' ? parametersOf(route.query, 'query') : [IDEMPOTENCY_KEY]),
  ];
  return {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}\n\nScope: \`${route.scope}\`.`,
    security: [{ apiKey: [route.scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...(route.method === 'POST' && {
      requestBody: { required: true, content: json(component(bodyName(route)), route.bodyExample) },
    }),
    responses: {
      [route.method === 'POST' ? '201' : '200']: {
        description: route.method === 'POST' ? 'Done, now or when it was first sent.' : 'Found.',
        content: json(component(answerName(route)), route.example),
      },
      ...refusalsOf(route),
    },
  };
}

const json = (schema: object, example: unknown) => ({ 'application/json': { schema, example } });

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A UUID, made once for the operation and sent again with each repeat.',
  schema: { type: 'string', format: 'uuid' },
  example: '3f2c9a54-7d1e-4b86-9c0a-5e8d4f6b7a21',
};

function parametersOf(fields: z.ZodObject | undefined, place: 'path' | 'query'): object[] {
  return Object.entries(fields?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field as z.ZodType, 'input');
    return { name, in: place, required: true, description, schema };
  });
}

/** Converts a schema to JSON Schema, without a pattern that only repeats the format. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): { description?: string } {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

/** One response for each status, with every refusal it may be as an example. */
function refusalsOf(route: RestRoute): Record<string, object> {
  const codes = [
    ...OF_EVERY_CALL,
    ...(route.method === 'POST' ? OF_EVERY_COMMAND : OF_EVERY_QUESTION),
    ...route.refuses,
  ].map((code) => ({ code, ...describeRefusal(code) }));
  const responses: Record<string, object> = {};
  for (const status of [...new Set(codes.map((each) => each.status))].sort()) {
    const here = codes.filter((each) => each.status === status);
    responses[status] = errorResponse(status, here);
  }
  responses['500'] = errorResponse(500, [{ code: 'internal_error', sentence: 'Erro interno' }]);
  return responses;
}

function errorResponse(status: number, refusals: { code: string; sentence: string }[]): object {
  const header = HEADERS[status];
  return {
    description: `Refused: ${refusals.map(({ code }) => `\`${code}\``).join(', ')}.`,
    ...(header && { headers: header }),
    content: {
      'application/json': {
        schema: component('Error'),
        examples: Object.fromEntries(
          refusals.map(({ code, sentence }) => [code, { value: { error: { code, message: sentence } } }]),
        ),
      },
    },
  };
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};
const HEADERS: Record<number, object> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

const ERROR = {
  type: 'object',
  description: 'Why a call was refused.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'For programs. It may be one that is not described yet.' },
        message: { type: 'string', description: 'For people, in Portuguese.' },
        fields: {
          type: 'object',
          description: 'Which field was wrong, and how; an empty name stands for the whole.',
          additionalProperties: { type: 'string' },
        },
      },
    },
  },
};

const THIS_DOCUMENT = {
  operationId: 'getDescription',
  summary: 'This document',
  security: [],
  responses: {
    200: { description: 'It.', content: { 'application/json': { schema: { type: 'object' } } } },
    429: errorResponse(429, [{ code: 'too_many_requests', ...describeRefusal('too_many_requests') }]),
    503: errorResponse(503, [{ code: 'overloaded', ...describeRefusal('overloaded') }]),
  },
};
