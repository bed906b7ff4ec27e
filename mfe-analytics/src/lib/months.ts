const monthFormat = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' });
const shortFormat = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' });

/** '2026-03' → 'março de 2026'. */
export function formatMonth(month: string): string {
  return `${monthFormat.format(Date.parse(`${month}-01`))} de ${month.slice(0, 4)}`;
}

/** '2026-03' → 'mar. 2026', where there is little room. */
export function formatShortMonth(month: string): string {
  return `${shortFormat.format(Date.parse(`${month}-01`))} ${month.slice(0, 4)}`;
}
