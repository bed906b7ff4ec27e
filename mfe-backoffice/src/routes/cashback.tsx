import { useState } from 'react';
import { PageHeader } from 'ui/page-header';
import { CashbackDesk } from '../features/cashback/cashback-desk.tsx';
import { PurchaseCode } from '../features/cashback/purchase-code.tsx';
import { PurchasesList } from '../features/movements/purchases-list.tsx';
import type { UndonePurchase } from '../lib/undo-purchase-button.tsx';

export function CashbackRoute() {
  const [undone, setUndone] = useState<UndonePurchase>();
  const [issuedId, setIssuedId] = useState<string>();
  return (
    <>
      <PageHeader
        title="Gerar Cashback"
        description="Registre a compra e mostre o QR Code: o cliente escaneia e recebe o cashback."
      />
      <CashbackDesk undone={undone} onIssued={({ transactionId }) => setIssuedId(transactionId)} />
      <PurchasesList onUndone={setUndone} />
      <PurchaseCode newId={issuedId} onUndone={setUndone} />
    </>
  );
}
