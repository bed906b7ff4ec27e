/**
 * A `ref` for the heading that replaced a spinner: with the focus there, a screen reader says it. Stable, so
 * that React calls it when the heading appears and not at each render.
 */
export function focusOnArrival(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}
