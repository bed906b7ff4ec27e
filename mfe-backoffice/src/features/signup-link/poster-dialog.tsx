import { Printer } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Poster, type PosterProps } from './poster.tsx';
import styles from './poster-dialog.module.css';

/**
 * A4 to its edges: the poster keeps its own margins, and browsers print no date or address of the page into
 * them.
 */
const PAPER = '@page { size: A4 portrait; margin: 0; }';

/**
 * The poster as it will be printed. What the printer gets stands beside everything else in the document,
 * which printing leaves out; mounted while it is open, so that no other page of the back office is ever
 * printed that way.
 */
export function PosterDialog({ onClose, ...poster }: PosterProps & { onClose: () => void }) {
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        title="Cartaz do link de cadastro"
        description="Uma folha A4 para o balcão ou a vitrine."
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Fechar
            </Button>
            <Button icon={<Printer />} onClick={() => window.print()}>
              Imprimir
            </Button>
          </>
        }
      >
        <div className={styles.preview}>
          <Poster {...poster} />
        </div>
      </Dialog>
      {createPortal(
        <div className={styles.sheet} data-print="poster" aria-hidden="true">
          <style>{PAPER}</style>
          <Poster {...poster} />
        </div>,
        document.body,
      )}
    </>
  );
}
