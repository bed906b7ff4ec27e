import { render, screen } from '@testing-library/react';
import { notify, TOAST_EVENT } from 'ui/notify';
import { afterEach, expect, test, vi } from 'vitest';
import { Toasts } from './toasts.tsx';

afterEach(() => void vi.restoreAllMocks());

test('a toast that comes before the library is there, and one in the moment it begins to listen, are shown once', async () => {
  const listen = window.addEventListener.bind(window);
  let listeners = 0;
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => {
      listen(type, listener);
      if (type !== TOAST_EVENT) return;
      listeners += 1;
      // The first is what keeps toasts, the second the Toaster.
      if (listeners === 2) queueMicrotask(() => notify.success('Integração ativada'));
    },
  );
  render(<Toasts />);
  notify.success('Configuração salva!');
  await screen.findByText('Integração ativada');
  notify.success('Cliente salvo!');
  await screen.findByText('Cliente salvo!');
  for (const message of ['Configuração salva!', 'Integração ativada', 'Cliente salvo!']) {
    expect(screen.getAllByText(message), message).toHaveLength(1);
  }
});

test('without its library a toast is dropped, nothing else on the page notices, and the next one is shown', async () => {
  let isCut = true;
  const loads: Promise<unknown>[] = [];
  const load = () => {
    const loading = isCut ? Promise.reject(new Error('no network')) : import('ui/toaster');
    loads.push(loading.catch(() => undefined));
    return loading;
  };
  render(<Toasts load={load} />);
  notify.success('Venda guardada');
  await Promise.all(loads);
  isCut = false;
  notify.success('Venda enviada');
  await screen.findByText('Venda enviada');
  expect(screen.queryByText('Venda guardada')).toBeNull();
  expect(loads).toHaveLength(2);
});
