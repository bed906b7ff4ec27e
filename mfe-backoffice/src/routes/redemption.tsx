import { PageHeader } from 'ui/page-header';
import { RedemptionDesk } from '../features/redemptions/redemption-desk.tsx';

export function RedemptionRoute() {
  return (
    <>
      <PageHeader
        title="Resgate de Cashback"
        description="Encontre o cliente pelo telefone e gere o QR Code do valor a descontar."
      />
      <RedemptionDesk />
    </>
  );
}
