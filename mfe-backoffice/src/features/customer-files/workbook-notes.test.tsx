import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WorkbookNotes } from './workbook-notes.tsx';

const notes = () => screen.queryAllByRole('note').map(({ textContent }) => textContent);

it('says which sheet was read and what is hidden in it', () => {
  const { rerender } = render(<WorkbookNotes file={{ sheet: 'Clientes', hiddenCount: 1_200 }} />);
  expect(notes()).toEqual([
    'Da planilha foi lida a aba “Clientes”. As outras não foram.',
    '1.200 linhas estão ocultas na planilha (por um filtro, talvez) e também serão importadas.',
  ]);
  rerender(<WorkbookNotes file={{ sheet: undefined, hiddenCount: 1 }} />);
  expect(notes()).toEqual([
    '1 linha está oculta na planilha (por um filtro, talvez) e também será importada.',
  ]);
  rerender(<WorkbookNotes file={{ sheet: undefined, hiddenCount: 0 }} />);
  expect(notes()).toEqual([]);
});
