import { PageHeader } from 'ui/page-header';
import { CashbackDesk } from '../features/cashback/cashback-desk.tsx';
import { PurchaseCode } from '../features/cashback/purchase-code.tsx';
import { PurchasesList } from '../features/movements/purchases-list.tsx';

export function CashbackRoute() {
  return (
    <>
      <PageHeader
        title="Gerar Cashback"
        description="Registre a compra e mostre o QR Code: o cliente escaneia e recebe o cashback."
      />
      <CashbackDesk />
      <PurchasesList />
      <PurchaseCode />
    </>
  );
}
