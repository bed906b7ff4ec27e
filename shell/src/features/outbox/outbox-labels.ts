const ofPurchases = (count: number) => (count === 1 ? '1 venda' : `${count} vendas`);

/** '2 vendas esperam neste aparelho.' */
export const waitingMessage = (count: number) =>
  `${ofPurchases(count)} ${count === 1 ? 'espera' : 'esperam'} neste aparelho.`;
