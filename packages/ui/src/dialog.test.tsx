import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { TextField } from './text-field.tsx';

function Page(dialog: Partial<DialogProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Novo cliente</Button>
      <Dialog title="Cliente" footer={<Button>Salvar</Button>} {...dialog} open={open} onOpenChange={setOpen}>
        <TextField label="Nome" />
      </Dialog>
    </>
  );
}

async function open(dialog: Partial<DialogProps> = {}) {
  const user = userEvent.setup();
  render(<Page {...dialog} />);
  await user.click(screen.getByRole('button', { name: 'Novo cliente' }));
  return user;
}

const dialog = () => screen.queryByRole('dialog', { name: 'Cliente' });
/** The overlay above the page. */
const scrim = () => screen.getByRole('dialog').previousElementSibling as Element;
const focused = () => document.activeElement;

describe('with the keyboard', () => {
  it('opened, the focus is at its first control', async () => {
    await open();
    expect(focused()).toBe(screen.getByLabelText('Nome'));
  });

  it('Tab goes round in it and never to the page behind', async () => {
    const user = await open();
    const round = [
      screen.getByRole('button', { name: 'Salvar' }),
      screen.getByRole('button', { name: 'Fechar janela' }),
      screen.getByLabelText('Nome'),
    ];
    for (const control of [...round, ...round]) {
      await user.tab();
      expect(focused()).toBe(control);
    }
  });

  it('Tab with Shift goes round the other way', async () => {
    const user = await open();
    await user.tab({ shift: true });
    expect(focused()).toBe(screen.getByRole('button', { name: 'Fechar janela' }));
  });

  it('a script of the page behind cannot take the focus out of it', async () => {
    await open();
    screen.getByRole('button', { name: 'Novo cliente', hidden: true }).focus();
    expect(dialog()?.contains(focused())).toBe(true);
  });

  it('Esc closes it', async () => {
    const user = await open();
    await user.keyboard('{Escape}');
    expect(dialog()).toBeNull();
  });
});

describe('with the pointer', () => {
  it('its corner button closes it', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Fechar janela' }));
    expect(dialog()).toBeNull();
  });

  it('a click beside it closes it, a click in it does not', async () => {
    const user = await open();
    await user.click(screen.getByText('Cliente'));
    expect(dialog()).not.toBeNull();
    await user.click(scrim());
    expect(dialog()).toBeNull();
  });

  it('one that must not close by accident stays when it is clicked beside', async () => {
    const user = await open({ closeOnOutsideClick: false });
    await user.click(scrim());
    expect(dialog()).not.toBeNull();
    await user.keyboard('{Escape}');
    expect(dialog()).toBeNull();
  });
});

describe('what a screen reader is told', () => {
  it('its title and its description', async () => {
    await open({ description: 'Quem compra na loja' });
    expect(screen.getByRole('dialog', { name: 'Cliente', description: 'Quem compra na loja' })).toBeTruthy();
  });

  it('a dialog without a description refers to none', async () => {
    await open();
    expect(dialog()?.hasAttribute('aria-describedby')).toBe(false);
  });

  it('the page behind is not there while it is open, and is back afterwards', async () => {
    const user = await open();
    expect(screen.queryByRole('button', { name: 'Novo cliente' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Novo cliente' })).toBeTruthy();
  });
});
