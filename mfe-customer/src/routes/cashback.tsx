import { useParams } from 'react-router-dom';
import { CashbackConfirmation } from '../features/confirmations/cashback-confirmation.tsx';
import { NoIndex } from '../lib/no-index.tsx';

/** /customer/cashback/:token */
export function CashbackRoute() {
  const { token = '' } = useParams();
  return (
    <>
      <NoIndex />
      <CashbackConfirmation key={token} token={token} />
    </>
  );
}
