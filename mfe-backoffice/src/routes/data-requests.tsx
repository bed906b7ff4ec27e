import { PageHeader } from 'ui/page-header';
import { DataRequestsScreen } from '../features/data-requests/data-requests-screen.tsx';

export function DataRequestsRoute() {
  return (
    <>
      <PageHeader
        title="Pedidos de dados"
        description="Clientes que querem ver, corrigir ou apagar o que a loja guarda sobre eles. A lei dá 15 dias para responder."
      />
      <DataRequestsScreen />
    </>
  );
}
