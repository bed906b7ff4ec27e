import { CurrentMonth } from '../features/reports/current-month.tsx';
import { Welcome } from '../features/reports/welcome.tsx';

export function DashboardRoute() {
  return (
    <>
      <Welcome />
      <CurrentMonth />
    </>
  );
}
