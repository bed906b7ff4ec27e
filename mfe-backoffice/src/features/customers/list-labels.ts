/** How many customers are on the screen: '1 cliente encontrado', 'Mostrando os primeiros 50 clientes'. */
export function countMessage(
  shown: number,
  { hasNextPage, isSearch }: { hasNextPage: boolean; isSearch: boolean },
): string {
  if (hasNextPage) return `Mostrando os primeiros ${shown} clientes`;
  const clientes = shown === 1 ? '1 cliente' : `${new Intl.NumberFormat('pt-BR').format(shown)} clientes`;
  if (!isSearch) return clientes;
  return shown === 1 ? `${clientes} encontrado` : `${clientes} encontrados`;
}

/** How many pairs of records there are, which are counted up to a hundred. */
export function pairsMessage(count: number): string {
  const clientes = count === 1 ? '1 cliente tem' : `${count > 99 ? 'Mais de 99' : count} clientes têm`;
  return `${clientes} dois cadastros: com e sem o nono dígito`;
}
