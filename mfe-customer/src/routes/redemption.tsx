/** Placeholder until the screen arrives. */
export function RedemptionRoute() {
  return <p>RedemptionRoute</p>;
}
