import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { findArea } from './features/remotes/areas.ts';
import { Toasts } from './features/toasts/toasts.tsx';
import { PageSpinner } from './lib/page-spinner.tsx';
import { RestartBoundary } from './lib/restart-boundary.tsx';
import { PublicArea } from './routes/public-area.tsx';

// A customer's page downloads none of these.
const LoginRoute = lazy(async () => ({ default: (await import('./routes/login.tsx')).LoginRoute }));
const SignupRoute = lazy(async () => ({ default: (await import('./routes/signup.tsx')).SignupRoute }));
const ForgotPasswordRoute = lazy(async () => ({
  default: (await import('./routes/forgot-password.tsx')).ForgotPasswordRoute,
}));
const SetPasswordRoute = lazy(async () => ({
  default: (await import('./routes/set-password.tsx')).SetPasswordRoute,
}));
const ForceUpdateRoute = lazy(async () => ({
  default: (await import('./routes/force-update.tsx')).ForceUpdateRoute,
}));
const StaffArea = lazy(async () => ({ default: (await import('./routes/staff-area.tsx')).StaffArea }));

export function App() {
  return (
    <RestartBoundary>
      <Suspense fallback={<PageSpinner />}>
        <Routes>
          <Route path="/login" element={<LoginRoute />} />
          <Route path="/signup" element={<SignupRoute />} />
          <Route path="/forgot-password" element={<ForgotPasswordRoute />} />
          <Route path="/set-password" element={<SetPasswordRoute />} />
          <Route path="/force-update" element={<ForceUpdateRoute />} />
          <Route path="*" element={<RemoteArea />} />
        </Routes>
      </Suspense>
      <Toasts />
    </RestartBoundary>
  );
}

/** Everything a remote shows. One route for all of it, so that frame and remote stay while paths change. */
function RemoteArea() {
  const area = findArea(useLocation().pathname);
  // /login sends on whoever is signed in.
  if (!area) return <Navigate to="/login" replace />;
  return area.isProtected ? <StaffArea remote={area.remote} /> : <PublicArea remote={area.remote} />;
}
