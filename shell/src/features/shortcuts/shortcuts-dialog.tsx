import { areShortcutsOn, switchShortcuts } from 'federation/shortcuts-switch';
import { useState } from 'react';
import { CheckboxField } from 'ui/checkbox-field';
import { Modal } from '../../lib/modal.tsx';
import { findPage } from '../../lib/pages.ts';
import { PAGES_BY_LETTER } from './shortcut-keys.ts';
import styles from './shortcuts-dialog.module.css';

export interface ShortcutsDialogProps {
  onClose: () => void;
}

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys that are pressed one after another, or, in `together`, at once. */
const SHORTCUTS: readonly { keys: readonly string[]; together?: boolean; label: string }[] = [
  { keys: [IS_MAC ? '⌘' : 'Ctrl', 'K'], together: true, label: 'Buscar páginas, ações e clientes' },
  { keys: ['N'], label: 'Próxima venda' },
  ...Object.entries(PAGES_BY_LETTER).map(([letter, path]) => ({
    keys: ['G', letter.toUpperCase()],
    label: `Ir para ${findPage(path)?.label}`,
  })),
  { keys: ['?'], label: 'Mostrar esta lista' },
];

export function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Modal title="Atalhos do teclado" onClose={onClose}>
      <ul className={styles.list}>
        {SHORTCUTS.map(({ keys, together, label }) => (
          <li key={label} className={styles.shortcut}>
            <span>{label}</span>
            <span className={styles.keys}>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && <span className={styles.then}>{together ? '+' : 'depois'}</span>}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <CheckboxField
        label="Usar atalhos de uma letra neste aparelho"
        hint="Desligue se um programa de voz ou de acessibilidade digita letras por você. Ctrl K continua valendo."
        checked={isOn}
        onChange={(event) => {
          switchShortcuts(event.target.checked);
          setIsOn(event.target.checked);
        }}
      />
    </Modal>
  );
}
