import { expect, test } from 'vitest';

interface Server {
  proxy: { context: string[] }[];
}

/** Plain JavaScript, as the bundler reads it: the compiler has no types of it. */
const SOURCE = './dev-server.mjs';
const { devServer } = (await import(SOURCE)) as {
  devServer(name: string, mode: { standalone: boolean }): Server;
};

test.each([
  ['shell', false],
  ['mfe-backoffice', true],
  ['mfe-customer', true],
])(
  'while %s is developed, calls, files, pictures and the API for programs are the API’s to answer',
  (name, standalone) => {
    const { proxy } = devServer(name, { standalone });
    const isPassedOn = (address: string) =>
      proxy.some(({ context }) => context.some((start) => address.startsWith(start)));
    for (const address of [
      '/trpc/auth.session',
      '/files/customers.csv',
      '/media/logos/merchant/logo.webp',
      '/api/v1/purchases',
      '/readyz',
    ])
      expect([address, isPassedOn(address)]).toEqual([address, true]);
    for (const page of ['/customers', '/api-keys', '/signup/padaria'])
      expect([page, isPassedOn(page)]).toEqual([page, false]);
  },
);
