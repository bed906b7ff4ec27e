/** Answers whether once more is allowed: `times` within any `milliseconds`. */
export function atMost(times: number, milliseconds: number): () => boolean {
  let allowed: number[] = [];
  return () => {
    const now = performance.now();
    allowed = allowed.filter((at) => now - at < milliseconds);
    if (allowed.length >= times) return false;
    allowed.push(now);
    return true;
  };
}
