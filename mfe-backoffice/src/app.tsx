import { RemoteHostProvider } from 'federation/remote-host';
import type { RemoteProps } from 'federation/remote-module';
import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ApiProvider } from './lib/api-provider.tsx';

const AlertsRoute = lazy(async () => ({ default: (await import('./routes/alerts.tsx')).AlertsRoute }));
const AlertRoute = lazy(async () => ({ default: (await import('./routes/alert.tsx')).AlertRoute }));
const AlertSettingsRoute = lazy(async () => ({
  default: (await import('./routes/alert-settings.tsx')).AlertSettingsRoute,
}));
const ApprovalsRoute = lazy(async () => ({
  default: (await import('./routes/approvals.tsx')).ApprovalsRoute,
}));
const AuditRoute = lazy(async () => ({ default: (await import('./routes/audit.tsx')).AuditRoute }));
const CashbackRoute = lazy(async () => ({ default: (await import('./routes/cashback.tsx')).CashbackRoute }));
const CustomerRoute = lazy(async () => ({ default: (await import('./routes/customer.tsx')).CustomerRoute }));
const CustomersRoute = lazy(async () => ({
  default: (await import('./routes/customers.tsx')).CustomersRoute,
}));
const DataRequestsRoute = lazy(async () => ({
  default: (await import('./routes/data-requests.tsx')).DataRequestsRoute,
}));
const EmployeesScreen = lazy(async () => ({
  default: (await import('./features/employees/employees-screen.tsx')).EmployeesScreen,
}));
const IntegrationsRoute = lazy(async () => ({
  default: (await import('./routes/integrations.tsx')).IntegrationsRoute,
}));
const RedemptionRoute = lazy(async () => ({
  default: (await import('./routes/redemption.tsx')).RedemptionRoute,
}));
const SettingsRoute = lazy(async () => ({ default: (await import('./routes/settings.tsx')).SettingsRoute }));

/** The counter's screens, which must be there before the network goes. */
export const fetchAhead = (): Promise<unknown> =>
  Promise.all([
    import('./routes/cashback.tsx'),
    import('./routes/redemption.tsx'),
    import('./routes/customers.tsx'),
    import('./routes/customer.tsx'),
  ]);

/**
 * The one module the shell loads. This remote answers several top-level paths, so it is mounted at '/' (the
 * shell renders it inside `path="*"`, which adds nothing to the base) and names them in full. The shell
 * decides which paths arrive here; what it doesn't know never does. A screen that is still on its way
 * suspends to the shell's skeleton.
 */
export default function App({ host }: RemoteProps) {
  return (
    <RemoteHostProvider host={host}>
      <ApiProvider host={host}>
        <Routes>
          <Route path="/alerts" element={<AlertsRoute />} />
          <Route path="/alerts/settings" element={<AlertSettingsRoute />} />
          <Route path="/alerts/:alertId" element={<AlertRoute />} />
          <Route path="/approvals" element={<ApprovalsRoute />} />
          <Route path="/audit" element={<AuditRoute />} />
          <Route path="/cashback" element={<CashbackRoute />} />
          <Route path="/redemption" element={<RedemptionRoute />} />
          <Route path="/customers" element={<CustomersRoute />} />
          <Route path="/customers/data-requests" element={<DataRequestsRoute />} />
          <Route path="/customers/:customerId" element={<CustomerRoute />} />
          <Route path="/employees" element={<EmployeesScreen />} />
          <Route path="/integrations" element={<IntegrationsRoute />} />
          <Route path="/settings" element={<SettingsRoute />} />
        </Routes>
      </ApiProvider>
    </RemoteHostProvider>
  );
}
