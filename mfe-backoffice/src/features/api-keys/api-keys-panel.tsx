import { useRef } from 'react';
import { useDialog } from '../../lib/use-dialog.ts';
import { ApiKeyDialog, type OpenApiKeyDialog } from './api-key-dialog.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import styles from './api-keys-panel.module.css';
import { HowToUse } from './how-to-use.tsx';

/** The keys with which the merchant's own systems, its point of sale above all, call the API. */
export function ApiKeysPanel() {
  const addButton = useRef<HTMLButtonElement>(null);
  const { dialog, open, close } = useDialog<OpenApiKeyDialog>(addButton);
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <ApiKeysCard addButton={addButton} onOpen={open} />
        <HowToUse />
      </div>
      <ApiKeyDialog
        dialog={dialog}
        onCreated={(shown) => open({ kind: 'created', ...shown })}
        onClose={close}
      />
    </div>
  );
}
