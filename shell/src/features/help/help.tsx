import type { ClientSession } from 'domain/session';
import { CircleHelp } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { notify } from 'ui/notify';
import { VisuallyHidden } from 'ui/visually-hidden';
import { useWindowAddress } from '../../lib/use-window-address.ts';
import styles from './help.module.css';
import type { HelpSheetProps } from './help-sheet.tsx';

/**
 * The way to the help of the screen that is open, at '#ajuda'. Its texts are loaded at the first use; the
 * screen behind keeps what was typed.
 */
export function Help({ session }: { session: ClientSession }) {
  const [Sheet, setSheet] = useState<ComponentType<HelpSheetProps>>();
  const { isOpen, to, state, close } = useWindowAddress('ajuda');

  useEffect(() => {
    if (!isOpen || Sheet) return;
    import(/* webpackChunkName: 'help' */ './help-sheet.tsx').then(
      ({ HelpSheet }) => setSheet(() => HelpSheet),
      () => notify.error('Não foi possível abrir a ajuda. Verifique a sua conexão.'),
    );
  }, [isOpen, Sheet]);

  return (
    <>
      <Link to={to} state={state} className={styles.link} title="Ajuda desta tela">
        <CircleHelp aria-hidden="true" />
        <VisuallyHidden>Ajuda desta tela</VisuallyHidden>
      </Link>
      {isOpen && Sheet && <Sheet session={session} onClose={close} />}
    </>
  );
}
