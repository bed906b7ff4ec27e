import { phoneFromCustomerCode } from 'domain/customer-code';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * A customer's code that was opened by a device's own camera: the phone in the address, which is then removed
 * from it.
 */
export function useCustomerCodeAddress(onPhone: (phone: string) => void): void {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const tell = useEffectEvent(onPhone);

  useEffect(() => {
    const phone = phoneFromCustomerCode(`${window.location.origin}${pathname}${hash}`);
    if (phone === undefined) return;
    tell(phone);
    navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
}
