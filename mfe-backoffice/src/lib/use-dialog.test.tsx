import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { beforeEach, expect, it } from 'vitest';
import { useDialog } from './use-dialog.ts';

/** A list whose rows open a dialog, which can remove its row or make way for another dialog. */
function EmployeesList() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { dialog, open, close } = useDialog<{ name: string; isSure?: boolean }>(heading);
  const [names, setNames] = useState(['Ana', 'Bia']);

  function remove(removed: string) {
    setNames(names.filter((name) => name !== removed));
    close();
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Funcionários
      </h1>
      {names.map((name) => (
        <Button key={name} onClick={({ currentTarget }) => open({ name }, currentTarget)}>
          Editar {name}
        </Button>
      ))}
      {dialog && (
        <Dialog open title={dialog.isSure ? 'Tem certeza?' : 'Editar'} onOpenChange={close}>
          {dialog.isSure ? (
            <Button onClick={() => remove(dialog.name)}>Sim, remover</Button>
          ) : (
            <Button onClick={() => open({ ...dialog, isSure: true })}>Remover</Button>
          )}
        </Dialog>
      )}
    </>
  );
}

const user = userEvent.setup();
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  render(<EmployeesList />);
});

it('a screen that opens takes no focus', async () => {
  // The focus would move in the turn after the effects, and a key takes one more.
  await user.keyboard('{Shift}');
  expect(document.activeElement).toBe(document.body);
});

it('closed, the focus is back at the button that opened the dialog', async () => {
  await user.click(button('Editar Bia'));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(button('Editar Bia'));
});

it('also when another dialog took the place of the first', async () => {
  await user.click(button('Editar Bia'));
  await user.click(button('Remover'));
  expect(screen.getByRole('dialog', { name: 'Tem certeza?' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(button('Editar Bia'));
});

it('where the button is gone meanwhile, the focus is at the heading and not lost', async () => {
  await user.click(button('Editar Bia'));
  await user.click(button('Remover'));
  await user.click(button('Sim, remover'));
  expect(screen.queryByRole('button', { name: 'Editar Bia' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Funcionários' }));
});
