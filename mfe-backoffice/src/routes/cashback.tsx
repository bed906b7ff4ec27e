import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from 'ui/page-header';
import { CashbackDesk } from '../features/cashback/cashback-desk.tsx';
import { PurchaseCode } from '../features/cashback/purchase-code.tsx';
import { PurchasesList } from '../features/movements/purchases-list.tsx';
import type { UndonePurchase } from '../lib/undo-purchase-button.tsx';

/** Once in a merchant's life; the counter waits for none of it. */
const TrialDesk = lazy(async () => ({
  default: (await import('../features/trials/trial-desk.tsx')).TrialDesk,
}));

/** '/cashback?teste=sim' is the trial of the first steps, everything else the counter. */
export function CashbackRoute() {
  const { role } = useStaffSession().employee;
  const [search] = useSearchParams();
  const [undone, setUndone] = useState<UndonePurchase>();
  const [issuedId, setIssuedId] = useState<string>();
  if (search.has('teste') && roleMay(role, 'settings.write')) {
    return (
      <Suspense>
        <TrialDesk />
      </Suspense>
    );
  }
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
