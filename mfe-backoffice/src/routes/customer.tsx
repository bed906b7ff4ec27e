import { useParams } from 'react-router-dom';
import { PurchaseCode } from '../features/cashback/purchase-code.tsx';
import { CustomerScreen } from '../features/customers/customer-screen.tsx';
import { focusRow } from '../features/movements/focus-row.ts';
import { PurchasesList } from '../features/movements/purchases-list.tsx';
import { RedemptionsList } from '../features/movements/redemptions-list.tsx';
import { RedemptionCode } from '../features/redemptions/redemption-code.tsx';

const focusCodeOf = (id: string) => focusRow(id, 'code');

export function CustomerRoute() {
  const { customerId = '' } = useParams();
  return (
    <>
      {/* A screen of its own for each customer: nothing typed for one may reach another. */}
      <CustomerScreen
        key={customerId}
        customerId={customerId}
        purchases={<PurchasesList customerId={customerId} />}
        redemptions={<RedemptionsList customerId={customerId} />}
      />
      <PurchaseCode onClosed={focusCodeOf} />
      <RedemptionCode onClosed={focusCodeOf} />
    </>
  );
}
