import { RemoteHostProvider } from 'federation/remote-host';
import type { RemoteProps } from 'federation/remote-module';
import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { ApiProvider } from './lib/api-provider.tsx';
import { CashbackRoute } from './routes/cashback.tsx';
import { RedemptionRoute } from './routes/redemption.tsx';

// Who scans a code waits for exactly one of the first two, so they come with this file; the others follow.
const DashboardRoute = lazy(async () => ({
  default: (await import('./routes/dashboard.tsx')).DashboardRoute,
}));
const SignupRoute = lazy(async () => ({ default: (await import('./routes/signup.tsx')).SignupRoute }));

/**
 * The one module the shell loads. This remote answers several top-level paths, so it is mounted at '/' (the
 * shell renders it inside `path="*"`, which adds nothing to the base) and names them in full. Nobody is
 * signed in here: `host.session` is null and nothing may ask for one. A screen that is still on its way
 * suspends to the shell's skeleton.
 */
export default function App({ host }: RemoteProps) {
  return (
    <RemoteHostProvider host={host}>
      <ApiProvider>
        <Routes>
          <Route path="/customer/cashback/:token" element={<CashbackRoute />} />
          <Route path="/customer/redemption/:token" element={<RedemptionRoute />} />
          <Route path="/customer/dashboard/:phone" element={<DashboardRoute />} />
          <Route path="/signup/:slug" element={<SignupRoute />} />
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </ApiProvider>
    </RemoteHostProvider>
  );
}
