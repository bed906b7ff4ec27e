/** The letter that stands for somebody without a picture. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase('pt-BR') ?? '?';
}
