import { useParams } from 'react-router-dom';
import { RedemptionConfirmation } from '../features/confirmations/redemption-confirmation.tsx';
import { NoIndex } from '../lib/no-index.tsx';

/** /customer/redemption/:token */
export function RedemptionRoute() {
  const { token = '' } = useParams();
  return (
    <>
      <NoIndex />
      <RedemptionConfirmation key={token} token={token} />
    </>
  );
}
