import { RemoteHostProvider } from 'federation/remote-host';
import type { RemoteProps } from 'federation/remote-module';
import { lazy, useEffect } from 'react';
import { loadMyCode } from './features/my-code/load-my-code.ts';
import { TagsGate } from './features/tags/tags-gate.tsx';
import { afterLoad } from './lib/after-load.ts';
import { holdInstallPrompt } from './lib/install-prompt.ts';
import { useAddress } from './lib/navigation.ts';
import { screenAt } from './lib/screen-at.ts';
import { ConfirmationRoute } from './routes/confirmation.tsx';

holdInstallPrompt();

// A customer who opens a code waits for the confirmation, so it is part of this file; the others are loaded
// later.
const DashboardRoute = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'dashboard' */ './routes/dashboard.tsx')).DashboardRoute,
}));
// Of its own: the form needs fields, which a balance does not.
const PhoneEntryRoute = lazy(async () => ({
  default: (await import('./routes/phone-entry.tsx')).PhoneEntryRoute,
}));
const RareRoute = lazy(async () => ({ default: (await import('./routes/rarely-opened.tsx')).RareRoute }));
const SignupRoute = lazy(async () => ({ default: (await import('./routes/signup.tsx')).SignupRoute }));

/**
 * The one module the shell loads. This remote answers several top-level paths and goes by the address bar,
 * not by the shell's router (see lib/navigation.ts). There is no login here: `host.session` is null and must
 * not be requested. A screen that is still loading suspends to the shell's skeleton.
 */
export default function App({ host }: RemoteProps) {
  return (
    <RemoteHostProvider host={host}>
      <OfflineKeeper />
      <CurrentScreen />
      <TagsGate />
    </RemoteHostProvider>
  );
}

/**
 * After all else, on each page: what the balance needs is kept, so that it opens without a network the next
 * time.
 */
function OfflineKeeper() {
  useEffect(() => {
    afterLoad(async () => {
      // A customer looks at the balance after a confirmation, perhaps with no network.
      await Promise.all([
        import(/* webpackChunkName: 'dashboard' */ './routes/dashboard.tsx'),
        import('./routes/phone-entry.tsx'),
        loadMyCode(),
      ]);
      await (await import(/* webpackChunkName: 'late' */ './service-worker/register.ts')).keepForOffline();
    });
  }, []);
  return null;
}

function CurrentScreen() {
  const screen = screenAt(useAddress());
  switch (screen?.kind) {
    case 'cashback':
    case 'redemption':
      return <ConfirmationRoute key={screen.token} kind={screen.kind} token={screen.token} />;
    case 'dashboard':
      return <DashboardRoute phone={screen.phone} slug={screen.slug} />;
    case 'phone-entry':
    case 'entry':
      return <PhoneEntryRoute {...screen} />;
    case 'trial':
      return <RareRoute kind={screen.kind} token={screen.token} />;
    case 'signup':
      return <SignupRoute slug={screen.slug} />;
    case 'meus-dados':
      return <RareRoute kind={screen.kind} slug={screen.slug} />;
    default:
      return <Elsewhere />;
  }
}

/** No screen has this address: leads to the customer's own. */
function Elsewhere() {
  useEffect(() => window.location.replace('/customer'), []);
  return null;
}
