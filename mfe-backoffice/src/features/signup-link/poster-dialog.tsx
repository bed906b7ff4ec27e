import type { ClientSession } from 'domain/session';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from 'ui/button';
import { CheckboxField } from 'ui/checkbox-field';
import { Dialog } from 'ui/dialog';
import { SelectField } from 'ui/select-field';
import { trpc } from '../../lib/trpc.ts';
import { Poster } from './poster.tsx';
import styles from './poster-dialog.module.css';
import { POSTER_FORMATS, type PosterFormatName } from './poster-formats.ts';

interface PosterDialogProps {
  merchant: ClientSession['merchant'];
  /** The address in the code. */
  link: string;
  onClose: () => void;
}

const FORMATS = Object.entries(POSTER_FORMATS).map(([value, { label }]) => ({ value, label }));

/**
 * The poster as it will be printed, in the size and colors that are chosen. What the printer gets stands
 * beside everything else in the document, which printing leaves out; mounted while it is open, so that no
 * other page of the back office is ever printed that way.
 */
export function PosterDialog({ merchant, link, onClose }: PosterDialogProps) {
  const { mutate: markSetup } = trpc.setup.mark.useMutation();
  const [name, setName] = useState<PosterFormatName>('a4');
  const [isColored, setIsColored] = useState(true);
  const format = POSTER_FORMATS[name];
  const poster = { merchant, link, format, color: isColored ? merchant.brandColor : null };

  function print() {
    markSetup({ mark: 'poster' });
    window.print();
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title="Cartaz do link de cadastro"
        description={format.hint}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Fechar
            </Button>
            <Button icon={<Printer />} onClick={print}>
              Imprimir
            </Button>
          </>
        }
      >
        <div className={styles.content}>
          <SelectField
            label="Tamanho"
            options={FORMATS}
            value={name}
            onChange={(event) => setName(event.target.value as PosterFormatName)}
          />
          {merchant.brandColor && (
            <CheckboxField
              label="Usar a cor da marca"
              checked={isColored}
              onChange={(event) => setIsColored(event.target.checked)}
            />
          )}
          <div className={styles.preview}>
            <Poster {...poster} />
          </div>
        </div>
      </Dialog>
      {createPortal(
        <div
          className={styles.sheet}
          style={{ width: `${format.widthMm}mm` }}
          data-print="poster"
          aria-hidden="true"
        >
          {/* To its edges: the poster keeps its own margins, and no date or address is printed into them. */}
          <style>{`@page { size: ${format.paper} portrait; margin: 0; }`}</style>
          <Poster {...poster} />
        </div>,
        document.body,
      )}
    </>
  );
}
