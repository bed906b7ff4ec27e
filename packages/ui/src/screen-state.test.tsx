import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Button } from './button.tsx';
import { ScreenState } from './screen-state.tsx';

it('an empty list says so and offers the next step', () => {
  render(
    <ScreenState
      state="empty"
      title="Nenhum cliente cadastrado"
      description="Registre a primeira venda."
      action={<Button>Nova venda</Button>}
    />,
  );
  expect(screen.getByText('Nenhum cliente cadastrado')).toBeTruthy();
  expect(screen.getByText('Registre a primeira venda.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Nova venda' })).toBeTruthy();
});

it('where it is all that the page has, its title is the heading of the page', () => {
  const { rerender } = render(<ScreenState state="empty" title="Nada aqui" />);
  expect(screen.queryByRole('heading')).toBeNull();
  rerender(<ScreenState state="empty" title="Nada aqui" isPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'Nada aqui' })).toBeTruthy();
});

it('a failure interrupts a screen reader and can be tried again, once at a time', async () => {
  const user = userEvent.setup();
  let tries = 0;
  const state = (retrying: boolean) => (
    <ScreenState
      state="failed"
      message="Erro ao carregar clientes"
      onRetry={() => {
        tries += 1;
      }}
      retrying={retrying}
    />
  );
  const { rerender } = render(state(false));
  expect(screen.getByRole('alert').textContent).toContain('Erro ao carregar clientes');
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  rerender(state(true));
  const button = screen.getByRole('button', { name: 'Tentando...' });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  expect(tries).toBe(1);
});

it('what is on its way is said once, and its gray boxes are read by no screen reader', () => {
  render(
    <ScreenState state="loading" label="Carregando clientes">
      <table>
        <caption>Clientes</caption>
      </table>
    </ScreenState>,
  );
  expect(screen.getByRole('status').textContent).toBe('Carregando clientes');
  expect(screen.queryByRole('table')).toBeNull();
});
