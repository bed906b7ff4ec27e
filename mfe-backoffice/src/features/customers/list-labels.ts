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
