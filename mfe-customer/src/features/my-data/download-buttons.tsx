import { useRemoteHost } from 'federation/remote-host';
import { saveFile } from 'federation/save-file';
import { useState } from 'react';
import { Button } from 'ui/button';
import { errorMessage } from '../../lib/call-errors.ts';
import styles from './my-data.module.css';
import { downloadMyData, type MyDataSubject } from './my-data-calls.ts';

const FILES = [
  { format: 'html', label: 'Baixar para ler ou imprimir' },
  { format: 'json', label: 'Baixar em JSON' },
] as const;

type Format = (typeof FILES)[number]['format'];

/** Saves all that is stored as a file. */
export function DownloadButtons({ who }: { who: MyDataSubject }) {
  const { notify } = useRemoteHost();
  const [pending, setPending] = useState<Format>();

  async function download(format: Format) {
    setPending(format);
    try {
      const { name, contentType, text } = await downloadMyData({ who, format });
      saveFile(new Blob([text], { type: contentType }), name);
    } catch (error) {
      notify.error(errorMessage(error, 'Erro ao baixar. Tente novamente.'));
    }
    setPending(undefined);
  }

  return (
    <div className={styles.buttons}>
      {FILES.map(({ format, label }) => (
        <Button
          key={format}
          variant="secondary"
          block
          pending={pending === format}
          pendingLabel="Baixando..."
          onClick={() => void download(format)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
