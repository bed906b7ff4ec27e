/** Placeholder until the screen arrives. */
export function CashbackRoute() {
  return <p>CashbackRoute</p>;
}
