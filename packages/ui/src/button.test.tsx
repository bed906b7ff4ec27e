import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

it('a double click sends a form once, and a click later sends it again', async () => {
  const user = userEvent.setup();
  const send = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={send}>
      <Button type="submit">Enviar</Button>
    </form>,
  );
  await user.dblClick(screen.getByRole('button'));
  expect(send).toHaveBeenCalledTimes(1);
  await user.pointer([{ target: document.body, keys: '[MouseLeft]' }]);
  await user.click(screen.getByRole('button'));
  expect(send).toHaveBeenCalledTimes(2);
});
