import { useReducer } from 'react';
import { PageHeader } from 'ui/page-header';
import { RedemptionsList } from '../features/movements/redemptions-list.tsx';
import { RedemptionCode } from '../features/redemptions/redemption-code.tsx';
import { RedemptionDesk } from '../features/redemptions/redemption-desk.tsx';

export function RedemptionRoute() {
  // A redemption undone below gives its customer a balance that the desk above may be showing.
  const [balanceChanges, countChange] = useReducer((count: number) => count + 1, 0);
  return (
    <>
      <PageHeader
        title="Resgate de Cashback"
        description="Encontre o cliente pelo telefone e gere o QR Code do valor a descontar."
      />
      <RedemptionDesk balanceChanges={balanceChanges} />
      <RedemptionsList onReversed={countChange} />
      <RedemptionCode />
    </>
  );
}
