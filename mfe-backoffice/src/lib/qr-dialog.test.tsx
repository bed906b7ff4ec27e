import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RemoteHostProvider } from 'federation/remote-host';
import type { RemoteHost } from 'federation/remote-module';
import { QrCode } from 'ui/qr-code';
import { notify, Toaster } from 'ui/toaster';
import { describe, expect, it, vi } from 'vitest';
import { QrDialog, type QrDialogProps } from './qr-dialog.tsx';

const LINK = 'https://loja.example/c/9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const HOST: RemoteHost = { session: null, onSessionEnded: () => {}, notify };

function mount({ link = LINK, ...given }: Partial<QrDialogProps> = {}) {
  const onClose = vi.fn();
  const dialog = (changed: Partial<QrDialogProps>) => (
    <RemoteHostProvider host={HOST}>
      <Toaster />
      <QrDialog
        title="QR Code do Cashback"
        link={link}
        state="waiting"
        confirmation="Confirmado! R$ 5,00 creditados"
        rows={[{ label: 'Valor da compra', value: 'R$ 100,00' }]}
        warning="O cliente precisa escanear este QR Code."
        whatsApp={{ phone: '11987654321', text: `Olá! Confirme aqui: ${link}` }}
        onClose={onClose}
        {...given}
        {...changed}
      />
    </RemoteHostProvider>
  );
  const { rerender } = render(dialog({}));
  return { onClose, show: (state: QrDialogProps['state']) => rerender(dialog({ state })) };
}

const code = () => screen.queryByRole('img', { name: 'QR Code do Cashback' });
const button = (name: string) => screen.getByRole('button', { name });

/** The dark modules of a code that says `text`. */
function modulesOf(text: string): string | null | undefined {
  const { container, unmount } = render(<QrCode value={text} title="" />);
  const modules = container.querySelector('path:last-of-type')?.getAttribute('d');
  unmount();
  return modules;
}

describe('while it waits', () => {
  it('the code is named, and what it says is the link', () => {
    mount();
    expect(code()?.querySelector('path:last-of-type')?.getAttribute('d')).toBe(modulesOf(LINK));
    expect(modulesOf(LINK)).not.toBe(modulesOf(`${LINK}0`));
  });

  it('it says that it waits, and for what', () => {
    mount({ validity: <p>Válido por 14:59</p> });
    expect(screen.getByText('Aguardando leitura do QR Code…')).toBeTruthy();
    expect(screen.getByText('Válido por 14:59')).toBeTruthy();
    expect(screen.getByRole('note').textContent).toBe('O cliente precisa escanear este QR Code.');
  });

  it('the link is copied letter by letter, and that is said', async () => {
    const user = userEvent.setup();
    mount();
    await user.click(button('Copiar link'));
    expect(await navigator.clipboard.readText()).toBe(LINK);
    expect(button('Copiado')).toBeTruthy();
    expect(await screen.findByText('Link copiado!')).toBeTruthy();
  });

  it('a browser that refuses to copy is told of, and nothing is said to be copied', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    mount();
    await user.click(button('Copiar link'));
    expect(await screen.findByText('Não foi possível copiar o link')).toBeTruthy();
    expect(button('Copiar link')).toBeTruthy();
  });

  it("WhatsApp opens beside it, at the customer's number, with the words that carry the link", () => {
    mount();
    const share = screen.getByRole<HTMLAnchorElement>('link', { name: 'Enviar por WhatsApp' });
    const { origin, pathname, searchParams } = new URL(share.href);
    expect(`${origin}${pathname}`).toBe('https://wa.me/5511987654321');
    expect(searchParams.get('text')).toBe(`Olá! Confirme aqui: ${LINK}`);
    expect([share.target, share.rel]).toEqual(['_blank', 'noopener noreferrer']);
  });
});

describe('when its state changes', () => {
  it.each([
    ['confirmed', 'Confirmado! R$ 5,00 creditados'],
    ['expired', 'QR Code expirado. Feche e gere um novo.'],
  ] as const)('%s is read aloud: the region was there before its words', (state, text) => {
    const { show } = mount();
    const region = screen.getByText('Aguardando leitura do QR Code…');
    expect(region.getAttribute('aria-live')).toBe('polite');
    show(state);
    expect(region.isConnected).toBe(true);
    expect(region.textContent).toBe(text);
  });

  it('the clock is not in the region: its seconds are not read aloud', () => {
    mount({ validity: <p>Válido por 14:59</p> });
    expect(screen.getByText('Válido por 14:59').closest('[aria-live]')).toBeNull();
  });

  it.each(['confirmed', 'expired'] as const)('%s, the code and all that leads to it are gone', (state) => {
    const { show } = mount({ validity: <p>Válido por 14:59</p> });
    show(state);
    expect(code()).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('note')).toBeNull();
    expect(screen.queryByText('Válido por 14:59')).toBeNull();
    expect(
      within(screen.getByRole('dialog'))
        .getAllByRole('button')
        .map((each) => each.textContent),
    ).toEqual(['Fechar', 'Fechar janela']);
    expect(screen.getByText('R$ 100,00')).toBeTruthy();
  });

  it('the focus stays on the dialog', () => {
    const { show } = mount();
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
    show('confirmed');
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
  });
});

describe('closing', () => {
  it.each(['{Escape}', 'n', 'N', '{Tab>}{/Tab}n'])('%s closes it', async (keys) => {
    const { onClose } = mount();
    await userEvent.keyboard(keys);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each(['{Enter}', '{Enter>5/}', '{Control>}n{/Control}', ' '])('%s does not', async (keys) => {
    const { onClose } = mount();
    await userEvent.keyboard(keys);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('Fechar closes it, by Enter too once it has the focus', async () => {
    const { onClose } = mount();
    button('Fechar').focus();
    await userEvent.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('a click beside it does not: the customer may be scanning', async () => {
    const { onClose } = mount();
    await userEvent.click(screen.getByRole('dialog').previousElementSibling as Element);
    expect(onClose).not.toHaveBeenCalled();
  });
});
