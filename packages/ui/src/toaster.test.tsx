import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notify, Toaster } from './toaster.tsx';

const shown = (text: string) => screen.queryByText(text);
const untilGone = (text: string) => waitFor(() => expect(shown(text)).toBeNull());

/** Where the toast with this text stands: 'top right'. */
const placeOf = (text: string) => {
  const { xPosition, yPosition } = screen.getByText(text).closest('li')?.dataset ?? {};
  return `${yPosition} ${xPosition}`;
};

beforeEach(() => {
  // In a hidden document no toast leaves because its time is over.
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  render(
    <>
      <form onSubmit={(event) => event.preventDefault()}>
        <button type="submit">Enviar</button>
      </form>
      <Toaster />
    </>,
  );
});
afterEach(() => vi.restoreAllMocks());

it('one error stands at a time: the next takes its place', async () => {
  notify.error('Primeiro erro');
  await screen.findByText('Primeiro erro');
  notify.error('Segundo erro');
  await screen.findByText('Segundo erro');
  await untilGone('Primeiro erro');
  notify.error('Terceiro erro');
  notify.error('Quarto erro');
  await screen.findByText('Quarto erro');
  await untilGone('Terceiro erro');
});

it('an error does not stand above the success that follows it', async () => {
  notify.error('Não deu');
  await screen.findByText('Não deu');
  notify.success('Deu certo');
  await screen.findByText('Deu certo');
  await untilGone('Não deu');
});

it('an error goes when a form is sent again, a success stays', async () => {
  notify.success('Salvo');
  notify.error('Recusado');
  await screen.findByText('Recusado');
  screen.getByRole('button', { name: 'Enviar' }).click();
  await untilGone('Recusado');
  expect(shown('Salvo')).not.toBeNull();
});

it('stands top right, on a phone at the foot, and beside a dialog that is wide there too', async () => {
  notify.success('Na mesa');
  await screen.findByText('Na mesa');
  expect(placeOf('Na mesa')).toBe('top right');

  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  dialog.getBoundingClientRect = () => new DOMRect(100, 20, window.innerWidth - 200, 600);
  notify.success('Sob a janela');
  await screen.findByText('Sob a janela');
  expect(placeOf('Sob a janela')).toBe('bottom right');
  dialog.remove();

  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  notify.success('No celular');
  await screen.findByText('No celular');
  expect(placeOf('No celular')).toBe('bottom center');
});
