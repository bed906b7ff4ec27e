/** The page on which a customer asks a merchant about their data. */
export function myDataAddress(slug: string): string {
  return `/meus-dados/${encodeURIComponent(slug)}`;
}
