/** The letter in place of a missing picture. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase('pt-BR') ?? '?';
}
