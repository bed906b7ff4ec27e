/** Placeholder until the screen arrives. */
export function DashboardRoute() {
  return <p>DashboardRoute</p>;
}
