import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { jsx, type Markup } from './jsx-runtime.ts';

/**
 * The views are loaded twice: as React compiles them, and over the first paint's own runtime. What both write
 * has to be one and the same, letter by letter.
 */
async function loadViews() {
  const [confirmation, frame, dashboard, signup, failure] = await Promise.all([
    import('../features/confirmations/confirmation-view.tsx'),
    import('../features/dashboards/dashboard-frame.tsx'),
    import('../features/dashboards/dashboard-skeleton.tsx'),
    import('../features/signups/signup-skeleton.tsx'),
    import('./arrival-failure.tsx'),
  ]);
  return { ...confirmation, ...frame, ...dashboard, ...signup, ...failure };
}

// Both sides write plain links: the application's own go through its router.
vi.mock('../lib/link.tsx', () => import('./link.tsx'));
const reactViews = await loadViews();
vi.resetModules();
const runtime = await import('./jsx-runtime.ts');
vi.doMock('react/jsx-runtime', () => runtime);
vi.doMock('react/jsx-dev-runtime', () => ({ ...runtime, jsxDEV: runtime.jsx }));
vi.doMock('../lib/link.tsx', () => import('./link.tsx'));
const textViews = await loadViews();

type ViewName =
  | 'ConfirmationView'
  | 'DashboardFrame'
  | 'DashboardSkeleton'
  | 'SignupSkeleton'
  | 'ArrivalFailure';

function bothWays(name: ViewName, props: object): { text: string; react: string } {
  const view = reactViews[name] as unknown as FunctionComponent<object>;
  return {
    react: renderToStaticMarkup(createElement(view, props)),
    text: (runtime.jsx(textViews[name] as never, { ...props }) as Markup).text,
  };
}

const HOSTILE = `<img src=x onerror="alert('1')"> & "Zé's" </script><!-- \u2028 🥐 \u00a0`;
const MERCHANT = {
  id: 'id',
  slug: 'loja',
  name: 'Padaria da Vó',
  programName: 'Clube da Vó',
  logoUrl: '/media/logos/a/b.webp?largura=128&x="y"',
  brandColor: '#b3261e',
  rateBasisPoints: 525,
};
const CASHBACK = {
  merchantName: 'Padaria da Vó',
  merchantSlug: 'padaria-da-vo',
  phone: '11987654321',
  logoUrl: null,
  brandColor: '#b3261e',
  amountCents: 123_456_789,
  cashbackCents: 6_172_839,
  rateBasisPoints: 500,
  availableAt: '2999-01-02T12:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  availableCents: 12,
};
const hostile = { ...MERCHANT, name: HOSTILE, programName: HOSTILE, logoUrl: `/media/${HOSTILE}` };
const confirmed = (result: object) => ({ status: 'confirmed', result });

const VIEWS: [what: string, name: ViewName, props: object][] = [
  [
    'a confirmation on its way, with a logo',
    'ConfirmationView',
    { kind: 'cashback', state: { status: 'processing', isSlow: false }, merchant: MERCHANT },
  ],
  [
    'a slow one, without a merchant',
    'ConfirmationView',
    { kind: 'redemption', state: { status: 'processing', isSlow: true }, merchant: null },
  ],
  [
    'one of a hostile name',
    'ConfirmationView',
    { kind: 'cashback', state: { status: 'processing', isSlow: true }, merchant: hostile },
  ],
  [
    'a color that is none',
    'ConfirmationView',
    {
      kind: 'cashback',
      state: { status: 'processing', isSlow: false },
      merchant: { ...MERCHANT, brandColor: 'red;} body{display:none' },
    },
  ],
  [
    'a refusal for good',
    'ConfirmationView',
    { kind: 'cashback', state: { status: 'failed', message: HOSTILE }, merchant: MERCHANT },
  ],
  [
    'a failure that may pass',
    'ConfirmationView',
    {
      kind: 'cashback',
      state: { status: 'failed', message: 'Sem', onRetry: () => undefined },
      merchant: null,
    },
  ],
  [
    'a receipt with a credit to come',
    'ConfirmationView',
    { kind: 'cashback', state: confirmed(CASHBACK), merchant: null },
  ],
  [
    'a receipt of a hostile name, with a logo',
    'ConfirmationView',
    {
      kind: 'cashback',
      state: confirmed({ ...CASHBACK, merchantName: HOSTILE, logoUrl: hostile.logoUrl, availableAt: null }),
      merchant: null,
    },
  ],
  [
    'a redemption',
    'ConfirmationView',
    { kind: 'redemption', state: confirmed({ ...CASHBACK, amountCents: 0 }), merchant: MERCHANT },
  ],
  ['a balance page of a merchant', 'DashboardFrame', { merchant: MERCHANT, phone: '', children: 'x' }],
  ['a balance page of several', 'DashboardFrame', { merchant: undefined, phone: HOSTILE, children: 7 }],
  ['the shapes of a balance', 'DashboardSkeleton', {}],
  ['a signup', 'SignupSkeleton', { merchant: { ...hostile, rate: '5,25%' } }],
  ['a signup without a merchant', 'SignupSkeleton', { merchant: undefined }],
  ['an application that can’t be had', 'ArrivalFailure', {}],
];

it.each(VIEWS)('writes %s as React does', (_what, name, props) => {
  const { text, react } = bothWays(name, props);
  expect(text).toBe(react);
  expect(text.length).toBeGreaterThan(100);
});

it('lets nothing that a merchant wrote become markup', () => {
  for (const [, name, props] of VIEWS) {
    const { text } = bothWays(name, props);
    expect(text).not.toMatch(/<img src=x|<\/script>|<!--|body\{/);
  }
});

it('leaves out what only a running application knows, and writes what is said aloud as words', () => {
  const { text } = jsx('button', {
    ref: () => undefined,
    onClick: () => undefined,
    disabled: true,
    hidden: false,
    'aria-busy': false,
    tabIndex: -1,
    htmlFor: 'x',
    style: { '--brand': ' #fff ', fontSize: '1rem', color: undefined },
    children: [null, undefined, false, true, 0, 'a<b'],
  });
  expect(text).toBe(
    '<button disabled="" aria-busy="false" tabindex="-1" for="x" style="--brand:#fff;font-size:1rem">0a&lt;b</button>',
  );
});
