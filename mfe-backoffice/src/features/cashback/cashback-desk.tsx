import { useForm } from 'react-hook-form';
import { useHandedPhone } from '../../lib/handed-phone.ts';
import { trpc } from '../../lib/trpc.ts';
import { useNextKey } from '../../lib/use-next-key.ts';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { useShownCode } from '../../lib/use-shown-code.ts';
import { CashbackForm, EMPTY_PURCHASE } from './cashback-form.tsx';
import type { IssuedCashback, Purchase } from './use-issue-cashback.ts';

/** The counter: one purchase after the other, hands on the keyboard. The route shows the codes. */
export function CashbackDesk() {
  const handedPhone = useHandedPhone();
  const form = useForm<Purchase>({ defaultValues: { ...EMPTY_PURCHASE, phone: handedPhone } });
  const { showCode } = trpc.useUtils().cashback;
  const { id, show } = useShownCode('codigo');
  const focusPhone = () => form.setFocus('phone');
  useReadyFocus(id === undefined, focusPhone);
  useNextKey('screen', focusPhone);

  function showIssued(issued: IssuedCashback) {
    showCode.setData({ id: issued.transactionId }, issued);
    show(issued.transactionId);
  }

  return <CashbackForm form={form} onIssued={showIssued} />;
}
