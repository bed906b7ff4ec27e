import { lazy, useEffect } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
  Route,
  Routes,
  useLocation,
} from 'react-router-dom';
import { guardHistory } from './features/leaving/guard-history.ts';
import { leaving } from './features/leaving/leaving.ts';
import { findArea } from './features/remotes/areas.ts';
import { ROUTE_FILES } from './route-files.ts';
import { StartRoute } from './routes/start.tsx';

const LoginRoute = lazy(async () => ({ default: (await ROUTE_FILES.login()).LoginRoute }));
const SignupRoute = lazy(async () => ({ default: (await ROUTE_FILES.signup()).SignupRoute }));
const ForgotPasswordRoute = lazy(async () => ({
  default: (await ROUTE_FILES['forgot-password']()).ForgotPasswordRoute,
}));
const SetPasswordRoute = lazy(async () => ({
  default: (await ROUTE_FILES['set-password']()).SetPasswordRoute,
}));
const ConfirmEmailRoute = lazy(async () => ({
  default: (await ROUTE_FILES['confirm-email']()).ConfirmEmailRoute,
}));
const NotMeRoute = lazy(async () => ({ default: (await ROUTE_FILES['not-me']()).NotMeRoute }));
const ForceUpdateRoute = lazy(async () => ({
  default: (await ROUTE_FILES['force-update']()).ForceUpdateRoute,
}));
const StaffArea = lazy(async () => ({ default: (await ROUTE_FILES.staffArea()).StaffArea }));

// As BrowserRouter makes it, which accepts no foreign history.
const history = guardHistory(createBrowserHistory({ v5Compat: true }), leaving);

/**
 * All that is not a customer's page: login, signup and the back office. Downloaded with the router on the
 * first visit there.
 */
export function RoutedApp() {
  return (
    <HistoryRouter history={history}>
      <Routes>
        <Route path="/" element={<StartRoute />} />
        <Route path="/login" element={<LoginRoute />} />
        <Route path="/signup" element={<SignupRoute />} />
        <Route path="/forgot-password" element={<ForgotPasswordRoute />} />
        <Route path="/set-password" element={<SetPasswordRoute />} />
        <Route path="/confirm-email" element={<ConfirmEmailRoute />} />
        <Route path="/not-me" element={<NotMeRoute />} />
        <Route path="/force-update" element={<ForceUpdateRoute />} />
        <Route path="*" element={<RemoteArea />} />
      </Routes>
    </HistoryRouter>
  );
}

/**
 * All pages of a back-office remote. One route for all of it, so that frame and remote stay while paths
 * change.
 */
function RemoteArea() {
  const area = findArea(useLocation().pathname);
  if (!area) return <Elsewhere />;
  return area.isProtected ? <StaffArea remote={area.remote} /> : <CustomersPage />;
}

/** A full page load, because on a merchant's own host the server redirects to where employees work. */
function Elsewhere() {
  const isCustomers = useLocation().pathname.toLowerCase().startsWith('/customer/');
  // /login redirects a signed-in employee.
  useEffect(() => window.location.replace(isCustomers ? '/customer' : '/login'), [isCustomers]);
  return null;
}

/** A customer's page is a document of its own, which the server makes for its merchant. */
function CustomersPage() {
  useEffect(() => window.location.reload(), []);
  return null;
}
