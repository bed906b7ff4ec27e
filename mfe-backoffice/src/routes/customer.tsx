import { useParams } from 'react-router-dom';
import { CustomerScreen } from '../features/customers/customer-screen.tsx';
import { PurchasesList } from '../features/movements/purchases-list.tsx';
import { RedemptionsList } from '../features/movements/redemptions-list.tsx';

export function CustomerRoute() {
  const { customerId = '' } = useParams();
  // A screen of its own for each customer: nothing typed for one may reach another.
  return (
    <CustomerScreen
      key={customerId}
      customerId={customerId}
      purchases={<PurchasesList customerId={customerId} />}
      redemptions={<RedemptionsList customerId={customerId} />}
    />
  );
}
