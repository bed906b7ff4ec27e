import { employeeMay } from 'domain/roles';
import { RemoteHostProvider } from 'federation/remote-host';
import type { RemoteProps } from 'federation/remote-module';
import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ApiProvider } from './lib/api-provider.tsx';

const DashboardRoute = lazy(async () => ({
  default: (await import('./routes/dashboard.tsx')).DashboardRoute,
}));
const ReportsRoute = lazy(async () => ({ default: (await import('./routes/reports.tsx')).ReportsRoute }));
const ReportCustomersRoute = lazy(async () => ({
  default: (await import('./routes/report-customers.tsx')).ReportCustomersRoute,
}));
const ReportTeamRoute = lazy(async () => ({
  default: (await import('./routes/report-team.tsx')).ReportTeamRoute,
}));
const ReportCashbackRoute = lazy(async () => ({
  default: (await import('./routes/report-cashback.tsx')).ReportCashbackRoute,
}));
const HiddenReportsRoute = lazy(async () => ({
  default: (await import('./routes/hidden-reports.tsx')).HiddenReportsRoute,
}));

/**
 * The one module the shell loads. This remote answers several top-level paths, so it is mounted at '/' (the
 * shell renders it inside `path="*"`, which adds nothing to the base) and names them in full. The shell
 * decides which paths arrive here; what it doesn't know never does. A screen that is still on its way
 * suspends to the shell's skeleton.
 */
export default function App({ host }: RemoteProps) {
  const isOpen = host.session !== null && employeeMay(host.session, 'reports.read');
  return (
    <RemoteHostProvider host={host}>
      <ApiProvider host={host}>
        <Routes>
          <Route path="/dashboard" element={<DashboardRoute />} />
          <Route path="/reports" element={isOpen ? <ReportsRoute /> : <HiddenReportsRoute />} />
          <Route
            path="/reports/customers"
            element={isOpen ? <ReportCustomersRoute /> : <HiddenReportsRoute />}
          />
          <Route path="/reports/team" element={isOpen ? <ReportTeamRoute /> : <HiddenReportsRoute />} />
          <Route
            path="/reports/cashback"
            element={isOpen ? <ReportCashbackRoute /> : <HiddenReportsRoute />}
          />
        </Routes>
      </ApiProvider>
    </RemoteHostProvider>
  );
}
