// biome-ignore-all lint/suspicious/noExplicitAny: tests look into answers whose shape they know
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { API_SCOPES } from 'domain/api-keys';
import { freshIp } from 'testing/http-client';
import { readDescription } from 'testing/rest-caller';
import { beforeAll, expect, test } from 'vitest';
import { API_DOCUMENT_PER_ADDRESS } from '../limits/call-limits.ts';
import { REST_ROUTES } from '../rest-routes.ts';
import { useRestFixture } from '../test/rest-fixture.ts';

const fixture = useRestFixture();
let description: any;

beforeAll(async () => {
  description = await readDescription(fixture.server);
});

test('the description is an OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(description));
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, validator.version]).toEqual([true, '3.1']);
  expect(() => validator.resolveRefs()).not.toThrow();
});

test('it has every route with its scope, and asks for a key wherever one is asked for', () => {
  const endpoints = Object.entries<any>(description.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, { security }]) => [method.toUpperCase(), path, security]),
  );
  const routes = REST_ROUTES.map(({ method, path, scope }) => [method, path, [{ apiKey: [scope] }]]);
  expect(endpoints).toEqual([...routes, ['GET', '/openapi.json', []]]);
  expect(new Set(REST_ROUTES.map(({ scope }) => scope))).toEqual(new Set(API_SCOPES));
  expect(description.servers).toEqual([{ url: `${fixture.server.app.env.appOrigin}/api/v1` }]);
});

test('every example is what its schema says, and every POST asks for an Idempotency-Key', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(description, 'api');
  const fits = (schema: { $ref: string }, example: unknown) => {
    const check = ajv.compile({ $ref: `api${schema.$ref}` });
    expect(check(example), `${JSON.stringify(example)} ${JSON.stringify(check.errors)}`).toBe(true);
  };
  for (const [path, methods] of Object.entries<any>(description.paths))
    for (const [method, endpoint] of Object.entries<any>(methods)) {
      if (path === '/openapi.json') continue;
      const contents = [endpoint.requestBody, ...Object.values<any>(endpoint.responses)]
        .filter(Boolean)
        .map(({ content }) => content['application/json']);
      for (const { schema, example, examples } of contents) {
        if (example !== undefined) fits(schema, example);
        for (const { value } of Object.values<any>(examples ?? {})) fits(schema, value);
      }
      const headers = (endpoint.parameters ?? []).filter((each: any) => each.in === 'header');
      expect(headers.map((each: any) => each.name)).toEqual(method === 'post' ? ['Idempotency-Key'] : []);
    }
});

test('it says both reasons for a 503, and that Retry-After comes with it', () => {
  for (const { method, path } of REST_ROUTES) {
    const answer = description.paths[path][method.toLowerCase()].responses[503];
    expect(Object.keys(answer.content['application/json'].examples)).toEqual([
      'overloaded',
      'database_unavailable',
    ]);
    expect(answer.headers).toHaveProperty('Retry-After');
  }
});

test('it refuses what the server refuses: unknown fields, both ways to name a customer, amounts below one', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(description, 'api');
  const takes = (name: string, body: object) =>
    ajv.compile({ $ref: `api#/components/schemas/${name}` })(body) === true;
  expect(takes('CreatePurchaseBody', { phone: '11987654321', amountCents: 1 })).toBe(true);
  expect(takes('CreatePurchaseBody', { phone: '11987654321', amountCents: 1, x: 1 })).toBe(false);
  expect(takes('CreatePurchaseBody', { phone: '11987654321', amountCents: 0 })).toBe(false);
  expect(takes('CreatePurchaseBody', { phone: '11987654321', amountCents: 1.5 })).toBe(false);
  const customerId = '0199e2a4-6f1d-7c04-8a11-90b1c2d3e4f5';
  expect(takes('CreateRedemptionBody', { customerId, amountCents: 1 })).toBe(true);
  expect(takes('CreateRedemptionBody', { customerId, phone: '11987654321', amountCents: 1 })).toBe(false);
  expect(takes('CreateRedemptionBody', { amountCents: 1 })).toBe(false);
});

test('it is public, limited by the minute, and on the employees’ host alone', async () => {
  const ask = (ip: string, host = 'localhost') => fixture.rest.get('/openapi.json', { ip, host });
  const ip = freshIp();
  for (let asked = 0; asked < API_DOCUMENT_PER_ADDRESS.limit; asked += 1)
    expect((await ask(ip)).status).toBe(200);
  const refused = await ask(ip);
  expect(refused.outcome).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const merchant = await fixture.createMerchant();
  const host = `${merchant.client.merchant.signupLinkSlug}.localhost`;
  expect((await ask(freshIp(), host)).outcome).toEqual([404, 'not_found']);
});
