import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from './load-program.ts';
import { readContract } from './read-contract.ts';
import { createContractTaker } from './write-contract.ts';

let root: string;
let takeContract: (consumer: string) => string;

/** A repository with an API and front ends that call it in every way that front ends do. */
const FILES = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2023',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      strict: true,
      types: [],
    },
  }),
  'api/src/contract.ts': `
    import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
    import { initTRPC } from '@trpc/server';
    import { z } from 'zod';
    const { router, procedure } = initTRPC.create();
    export interface Purchase { id: string; at: Date; by: 'card' | 'cash' | null; note?: string; tags: readonly string[] }
    const purchases = router({
      issue: procedure.input(z.strictObject({ phone: z.string(), amountCents: z.int(), note: z.string().optional() }))
        .mutation(() => ({}) as Purchase),
      list: procedure.query(() => [] as Purchase[]),
      watch: procedure.input(z.strictObject({ id: z.string() })).subscription(async function* () { yield { confirmed: true }; }),
      remove: procedure.input(z.strictObject({ id: z.string() })).mutation(() => undefined),
      count: procedure.query(() => 1),
    });
    const people = router({ find: procedure.input(z.string()).query(() => ({}) as Record<string, number>), other: procedure.query(() => 2) });
    const appRouter = router({ purchases, people });
    export type AppRouter = typeof appRouter;
    export type ApiInputs = inferRouterInputs<AppRouter>;
    export type ApiOutputs = inferRouterOutputs<AppRouter>;
    export interface RefusedCall { message: string; data: { refusal: string | null } }
    export interface Import { count: number }
    export interface Preview { rows: string[] }`,
  'api/src/errors.ts': `export type RefusalCode = 'not_found' | 'phone_taken' | 'forbidden';`,
  'api/src/file-routes.ts': `import './purchases/purchases.routes.ts';`,
  'api/src/purchases/purchases.routes.ts': `export const path = (format: string) => \`/files/purchases.\${format}\`;`,
  'client/src/calls.ts': `
    import { createTRPCClient } from '@trpc/client';
    import type { AppRouter, Import } from '../../api/src/contract.ts';
    const api = createTRPCClient<AppRouter>({ links: [] });
    const { purchases } = api;
    const { watch } = purchases;
    export const calls = [() => purchases['list'].query(), () => watch.subscribe({ id: '' }, {}), '/files/purchases.csv?from=1'];
    export const isTaken = (code: string, sent: Import) => code === 'phone_taken' && sent.count > 0;`,
  'react/src/calls.tsx': `
    import { createTRPCReact } from '@trpc/react-query';
    import type { AppRouter } from '../../api/src/contract.ts';
    const trpc = createTRPCReact<AppRouter>();
    export const useIssue = () => { const { people } = trpc.useUtils(); void people.invalidate(); return trpc.purchases.issue.useMutation(); };`,
  'react/src/calls.test.ts': `export const isOld = 'forbidden';`,
  'lean/src/calls.ts': `
    import type { ApiInputs, ApiOutputs } from '../../api/src/contract.ts';
    declare function query<Noun extends keyof ApiOutputs & string, Name extends keyof ApiOutputs[Noun] & string>(noun: Noun, name: Name, input: Noun extends keyof ApiInputs ? Name extends keyof ApiInputs[Noun] ? ApiInputs[Noun][Name] : never : never): Promise<ApiOutputs[Noun][Name]>;
    export const calls = [() => query('purchases', 'remove', { id: '' }), () => query('people', 'find', '')];
    export const other = { title: ['purchases', 'list'] };`,
  'narrow/src/calls.ts': `
    import type { ApiInputs, ApiOutputs } from '../../api/src/contract.ts';
    declare function ask<Name extends keyof ApiOutputs['people'] & string>(noun: 'people', name: Name): Promise<ApiOutputs['people'][Name]>;
    declare function show(noun: 'people', shown: object): void;
    export const calls = [() => ask('people', 'other'), () => show('people', {})];`,
  'vague/src/calls.ts': `
    import { createTRPCClient } from '@trpc/client';
    import type { AppRouter } from '../../api/src/contract.ts';
    const { purchases } = createTRPCClient<AppRouter>({ links: [] });
    export const call = (name: string) => (purchases as never as Record<string, unknown>)[name] ?? purchases[name as keyof {}];`,
};

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cashback-contract-')));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  takeContract = createContractTaker(['client', 'react', 'lean', 'narrow', 'vague'], root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const uses = (text: string) => {
  const { procedures, files, addresses, refusals } = readContract(text);
  return { procedures: [...procedures.keys()], files: [...files.keys()], addresses, refusals };
};

test('a contract has what a front end calls, in whatever way it calls it, and nothing else', () => {
  expect(uses(takeContract('client'))).toEqual({
    procedures: ['purchases.list', 'purchases.watch'],
    files: ['Import', 'RefusedCall'],
    addresses: ['/files/purchases.csv'],
    refusals: ['phone_taken'],
  });
  expect(uses(takeContract('react'))).toEqual({
    procedures: ['purchases.issue'],
    files: ['RefusedCall'],
    addresses: [],
    refusals: [],
  });
  expect(uses(takeContract('lean')).procedures).toEqual(['people.find', 'purchases.remove']);
  expect(uses(takeContract('narrow')).procedures).toEqual(['people.other']);
});

test('a contract says by itself what is sent and answered: dates as JSON has them, what may be missing, what may be null', () => {
  const text = takeContract('react');
  expect(text).not.toContain('import');
  expect(text.replace(/\s+/g, ' ')).toContain(
    'export interface PurchasesIssue { kind: "mutation"; input: { amountCents: number; note?: string; phone: string; }; ' +
      'output: { at: string; by: "card" | "cash" | null; id: string; note?: string; tags: Array<string>; }; }',
  );
  expect(takeContract('react')).toBe(text);
  expect(takeContract('client').replace(/\s+/g, ' ')).toContain(
    'kind: "subscription"; input: { id: string; }; output: { confirmed: boolean; };',
  );
});

test('a call whose procedure cannot be told is refused with its place', () => {
  expect(() => takeContract('vague')).toThrow(
    'vague/src/calls.ts:5: nobody can tell which procedure this is; name it by a literal.',
  );
});
