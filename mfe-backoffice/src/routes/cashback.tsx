import { useState } from 'react';
import { PageHeader } from 'ui/page-header';
import { CashbackDesk } from '../features/cashback/cashback-desk.tsx';
import { PurchasesList } from '../features/movements/purchases-list.tsx';
import type { UndonePurchase } from '../lib/undo-purchase-button.tsx';

export function CashbackRoute() {
  const [undone, setUndone] = useState<UndonePurchase>();
  return (
    <>
      <PageHeader
        title="Gerar Cashback"
        description="Registre a compra e mostre o QR Code: o cliente escaneia e recebe o cashback."
      />
      <CashbackDesk undone={undone} onUndone={setUndone} />
      <PurchasesList onUndone={setUndone} />
    </>
  );
}
