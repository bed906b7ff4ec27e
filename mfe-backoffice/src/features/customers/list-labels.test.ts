import { expect, test } from 'vitest';
import { pairsMessage } from './list-labels.ts';

test.each([
  [1, '1 cliente tem'],
  [2, '2 clientes têm'],
  [99, '99 clientes têm'],
  [100, 'Mais de 99 clientes têm'],
])('%i pairs: %s', (count, beginning) => {
  expect(pairsMessage(count)).toBe(`${beginning} dois cadastros: com e sem o nono dígito`);
});
