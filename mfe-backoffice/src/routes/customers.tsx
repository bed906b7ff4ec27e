import { employeeMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { PageHeader } from 'ui/page-header';
import { CustomerFileActions } from '../features/customer-files/customer-file-actions.tsx';
import { CustomerList } from '../features/customers/customer-list.tsx';
import { CustomersSummary } from '../features/customers/customers-summary.tsx';
import { DataRequestsLink } from '../features/data-requests/data-requests-link.tsx';

export function CustomersRoute() {
  const seesSummary = employeeMay(useStaffSession(), 'reports.read');
  return (
    <>
      <PageHeader
        title="Clientes"
        description="Quem participa do seu programa, quanto comprou e quanto tem para resgatar."
        actions={
          <>
            <DataRequestsLink />
            <CustomerFileActions />
          </>
        }
      />
      {seesSummary && <CustomersSummary />}
      <CustomerList />
    </>
  );
}
