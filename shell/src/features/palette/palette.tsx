import { Search } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { notify } from 'ui/notify';
import { isDialogOpen } from '../../lib/is-dialog-open.ts';
import { fetchFailedFiles } from '../../lib/watch-files.ts';
import styles from './palette.module.css';
import type { PaletteDialogProps } from './palette-dialog.tsx';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Search for pages, customers and help: a button that shows it exists, and Ctrl K. Its dialog is loaded at
 * the first use.
 */
export function Palette({ session, findHelp }: Pick<PaletteDialogProps, 'session' | 'findHelp'>) {
  const [Dialog, setDialog] = useState<ComponentType<PaletteDialogProps>>();
  const [opening, setOpening] = useState({ number: 0, isShown: false });

  /** The browser tells late that a dialog has closed: the next one may be open by then, and stays. */
  const close = (number: number) =>
    setOpening((current) => (current.number === number ? { number, isShown: false } : current));

  async function open() {
    const number = opening.number + 1;
    setOpening({ number, isShown: true });
    if (Dialog) return;
    try {
      const { PaletteDialog } = await import(/* webpackChunkName: 'dialogs' */ './palette-dialog.tsx');
      setDialog(() => PaletteDialog);
    } catch {
      close(number);
      // The browser may have kept a damaged file; the next try finds what is served by then.
      fetchFailedFiles('/assets/').catch(() => undefined);
      notify.error('Não foi possível abrir a busca. Verifique a sua conexão.');
    }
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isShortcut || event.key.toLowerCase() !== 'k' || event.isComposing) return;
    // The browser's own meaning of it (its address bar) would surprise here, also where nothing opens.
    event.preventDefault();
    const isLoading = opening.isShown && !Dialog;
    if (!isLoading && !isDialogOpen()) void open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void open()}
      >
        <Search aria-hidden="true" />
        <span className={styles.word}>Buscar…</span>
        <span className={styles.keys} aria-hidden="true">
          {IS_MAC ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      {opening.isShown && Dialog && (
        <Dialog
          key={opening.number}
          session={session}
          findHelp={findHelp}
          onClose={() => close(opening.number)}
        />
      )}
    </>
  );
}
