/** Placeholder until the screen arrives. */
export function SignupRoute() {
  return <p>SignupRoute</p>;
}
