import { PROOF_EVENT, type ProofRequest } from 'federation/proving-fetch';
import { type ComponentType, useEffect, useState } from 'react';
import type { ProofDialogProps } from './proof-dialog.tsx';

interface OpenDialog extends ProofDialogProps {
  Dialog: ComponentType<ProofDialogProps>;
}

/**
 * Hears the calls that need a fresh proof of who is there. Those that wait at once share one dialog, which is
 * loaded at the first use.
 */
export function SelfProof() {
  const [open, setOpen] = useState<OpenDialog>();

  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    let settle: ((isProved: boolean) => void) | undefined;

    async function ask(): Promise<boolean> {
      try {
        const { ProofDialog, findOwnWays } = await import(
          /* webpackChunkName: 'dialogs' */ './proof-dialog.tsx'
        );
        const ways = await findOwnWays();
        return await new Promise<boolean>((resolve) => {
          settle = resolve;
          setOpen({ Dialog: ProofDialog, ways, onSettled: resolve });
        });
      } catch {
        return false;
      } finally {
        waiting = undefined;
        setOpen(undefined);
      }
    }
    function hear(event: Event) {
      waiting ??= ask();
      (event as CustomEvent<ProofRequest>).detail.answer = waiting;
    }
    window.addEventListener(PROOF_EVENT, hear);
    return () => {
      window.removeEventListener(PROOF_EVENT, hear);
      // The session is over: no call waits for a dialog that is gone.
      settle?.(false);
    };
  }, []);

  return open ? <open.Dialog ways={open.ways} onSettled={open.onSettled} /> : null;
}
