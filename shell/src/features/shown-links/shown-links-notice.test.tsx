import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ShownLinksNotice } from './shown-links-notice.tsx';

test('names who made each link, or the support, and when', () => {
  const links = [
    { madeAt: '2026-11-28T17:05:00Z' },
    { madeAt: '2026-11-27T17:05:00Z', madeBy: { name: 'Rita', role: 'admin' as const } },
  ];
  render(<ShownLinksNotice links={links} timeZone="America/Sao_Paulo" />);
  expect(screen.getAllByText(/gerou um link/).map(({ textContent }) => textContent)).toEqual([
    'Em 28/11/2026 às 14:05, o suporte da plataforma gerou um link para trocar a sua senha.',
    'Em 27/11/2026 às 14:05, Rita (Administrador) gerou um link para trocar a sua senha.',
  ]);
  expect(screen.getByText(/Se você não pediu/).textContent).toContain('fale com o suporte.');
});
