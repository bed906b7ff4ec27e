import type { RefObject } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { trpc } from '../../lib/trpc.ts';
import { useDialog } from '../../lib/use-dialog.ts';
import { pairsMessage } from './list-labels.ts';
import { NinthDigitDialog } from './ninth-digit-dialog.tsx';
import { useMergeCustomers } from './use-corrections.ts';

/** Proposes merges of the two records of a mobile number, with and without its ninth digit. */
export function NinthDigitCard({ fallback }: { fallback: RefObject<HTMLElement | null> }) {
  const { data: found, refetch } = trpc.customers.ninthDigitPairs.useQuery(undefined, {
    refetchOnWindowFocus: false,
  });
  const merge = useMergeCustomers();
  const { dialog, open, close } = useDialog<'pairs'>(fallback);
  if (!found || found.count === 0) return null;

  /** The merge has them read again already. */
  async function awaitRest() {
    const { data, isSuccess } = await refetch({ cancelRefetch: false });
    if (data?.count === 0) close();
    return isSuccess;
  }

  return (
    <>
      <Alert
        tone="info"
        role="note"
        title={pairsMessage(found.count)}
        action={
          <Button variant="secondary" onClick={({ currentTarget }) => open('pairs', currentTarget)}>
            Ver cadastros
          </Button>
        }
      />
      {dialog && <NinthDigitDialog found={found} merge={merge} onMerged={awaitRest} onClose={close} />}
    </>
  );
}
