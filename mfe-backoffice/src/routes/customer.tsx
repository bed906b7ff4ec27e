import { useParams } from 'react-router-dom';
import { CustomerScreen } from '../features/customers/customer-screen.tsx';
import { RedemptionsList } from '../features/operations/redemptions-list.tsx';
import { SalesList } from '../features/operations/sales-list.tsx';

export function CustomerRoute() {
  const { customerId = '' } = useParams();
  // A screen of its own for each customer: nothing typed for one may reach another.
  return (
    <CustomerScreen
      key={customerId}
      customerId={customerId}
      sales={<SalesList customerId={customerId} />}
      redemptions={<RedemptionsList customerId={customerId} />}
    />
  );
}
