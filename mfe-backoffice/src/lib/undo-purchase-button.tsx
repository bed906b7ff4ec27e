import { failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import { trpc } from './trpc.ts';
import { useOnce } from './use-once.ts';

const UNANSWERED = 'Não foi possível desfazer. Tente novamente: nada é desfeito duas vezes.';

export interface UndonePurchase {
  id: string;
  amountCents: number;
}

interface UndoPurchaseButtonProps {
  purchase: UndonePurchase;
  onUndone: (purchase: UndonePurchase) => void;
  /** Tells one of many such buttons apart. */
  what?: string;
}

/** Reverses an unconfirmed purchase whose phone was wrong. */
export function UndoPurchaseButton({ purchase, onUndone, what }: UndoPurchaseButtonProps) {
  const { notify } = useRemoteHost();
  const [isPending, setIsPending] = useState(false);
  const { mutateAsync } = trpc.cashback.reverse.useMutation();
  const reverse = useOnce(mutateAsync, 'Compra desfeita. Digite o telefone certo.');

  async function undo() {
    setIsPending(true);
    const outcome = await reverse({
      transactionId: purchase.id,
      amountCents: purchase.amountCents,
      reason: 'Número de telefone errado',
      onlyUnconfirmed: true,
    });
    setIsPending(false);
    if ('answer' in outcome || isRefusal(outcome.error, 'already_reversed')) onUndone(purchase);
    else notify.error(failureMessage(outcome.error, UNANSWERED));
  }

  return (
    <Button variant="ghost" icon={<Undo2 />} pending={isPending} pendingLabel="Desfazendo..." onClick={undo}>
      Número errado? Desfazer
      {what && <VisuallyHidden> {what}</VisuallyHidden>}
    </Button>
  );
}
