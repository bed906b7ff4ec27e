import { areShortcutsOn, isTyping } from 'federation/shortcuts-switch';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { notify } from 'ui/notify';
import { isDialogOpen } from '../../lib/is-dialog-open.ts';
import { useWindowAddress } from '../../lib/use-window-address.ts';
import { createKeyReader } from './shortcut-keys.ts';
import type { ShortcutsDialogProps } from './shortcuts-dialog.tsx';

const COUNTER = '/cashback';

const readKey = createKeyReader();

/** The keys of the back office, and their list at '#atalhos', which is loaded at the first use. */
export function Shortcuts() {
  const [List, setList] = useState<ComponentType<ShortcutsDialogProps>>();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { isOpen, to, state, close } = useWindowAddress('atalhos');

  useEffect(() => {
    if (!isOpen || List) return;
    import(/* webpackChunkName: 'dialogs' */ './shortcuts-dialog.tsx').then(
      ({ ShortcutsDialog }) => setList(() => ShortcutsDialog),
      () => notify.error('Não foi possível abrir a lista de atalhos. Verifique a sua conexão.'),
    );
  }, [isOpen, List]);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    if (event.defaultPrevented || isTyping(event.target) || isDialogOpen() || !areShortcutsOn()) return;
    const shortcut = readKey(event.key, event.timeStamp);
    if (!shortcut) return;
    // The field that has the focus next would get the letter.
    event.preventDefault();
    if (shortcut.kind === 'list') void navigate(to, { state });
    else if (shortcut.kind === 'go') void navigate(shortcut.to);
    // The counter focuses the phone on arrival; on the counter itself the key does.
    else if (pathname === COUNTER) document.querySelector<HTMLElement>('main form input')?.focus();
    else void navigate(COUNTER);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return isOpen && List ? <List onClose={close} /> : null;
}
