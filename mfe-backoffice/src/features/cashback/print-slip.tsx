import { Printer } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'ui/button';
import styles from './print-slip.module.css';
import { Slip, type SlipProps } from './slip.tsx';
import { PAPERS, type Paper, readPaper, rememberPaper } from './slip-paper.ts';

/** Prints the code as a slip for the customer. The first one of a device asks for the paper's width. */
export function PrintSlip(slip: SlipProps) {
  const [paper, setPaper] = useState(readPaper);
  const [isChoosing, setIsChoosing] = useState(false);

  function choose(chosen: Paper) {
    rememberPaper(chosen);
    // The slip must be in the document before it is printed.
    flushSync(() => {
      setPaper(chosen);
      setIsChoosing(false);
    });
    window.print();
  }

  return (
    <>
      <Button
        variant="secondary"
        icon={<Printer />}
        aria-expanded={paper === undefined ? isChoosing : undefined}
        onClick={() => (paper === undefined ? setIsChoosing(!isChoosing) : window.print())}
      >
        Imprimir
      </Button>
      {paper !== undefined && (
        <Button variant="ghost" aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
          Papel de {paper} mm
        </Button>
      )}
      {isChoosing && (
        <fieldset ref={bringIntoView} className={styles.papers}>
          <legend>Largura do papel da impressora</legend>
          {PAPERS.map((width) => (
            <Button key={width} variant="secondary" onClick={() => choose(width)}>
              {width} mm
            </Button>
          ))}
        </fieldset>
      )}
      {paper !== undefined && <Slip key={paper} paper={paper} {...slip} />}
    </>
  );
}

function bringIntoView(papers: HTMLFieldSetElement | null): void {
  papers?.scrollIntoView({ block: 'nearest' });
}
