import { cashbackMessage, redemptionMessage, whatsAppLink } from 'domain/whatsapp';
import { useStaffSession } from 'federation/remote-host';
import { trpc } from '../../lib/trpc.ts';

/** What was shown before may not be valid any more, and the employee waits for the answer. */
const NOW = { staleTime: 0, retry: false };

/** Returns what asks for the address that opens WhatsApp with a waiting purchase's code. */
export function usePurchaseWhatsAppLink(): (id: string) => Promise<string> {
  const { showCode } = trpc.useUtils().cashback;
  const { merchant } = useStaffSession();
  return async (id) => {
    const code = await showCode.fetch({ id }, NOW);
    return whatsAppLink(code.phone, cashbackMessage(code, merchant.name));
  };
}

/** The same with a waiting redemption's. */
export function useRedemptionWhatsAppLink(): (id: string) => Promise<string> {
  const { showCode } = trpc.useUtils().redemptions;
  const { merchant } = useStaffSession();
  return async (id) => {
    const code = await showCode.fetch({ id }, NOW);
    return whatsAppLink(code.phone, redemptionMessage(code, merchant.name, code.secondsLeft));
  };
}
