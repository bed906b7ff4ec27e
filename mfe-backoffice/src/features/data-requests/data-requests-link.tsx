import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { trpc } from '../../lib/trpc.ts';

/** The way to the requests, with the number of open ones, for the roles that answer. */
export function DataRequestsLink() {
  return roleMay(useStaffSession().employee.role, 'data_requests.answer') ? <CountedLink /> : null;
}

function CountedLink() {
  const { data } = trpc.dataRequests.count.useQuery();
  return (
    <Link to="/customers/data-requests" className={buttonClassName({ variant: 'secondary' })}>
      Pedidos de dados{data && data.open > 0 && ` (${data.open})`}
    </Link>
  );
}
