import { isPhone } from 'domain/phone';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The phone that a link to the counter carried; '' if none did. It travels in the history's state, because
 * servers log addresses. It is taken once: a reload or the way back starts with an empty form.
 */
export function useHandedPhone(): string {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const [phone] = useState(() => phoneIn(state));
  useEffect(() => {
    if (phone !== '') navigate(pathname, { replace: true, state: null });
  }, [phone, pathname, navigate]);
  return phone;
}

function phoneIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('phone' in state)) return '';
  return typeof state.phone === 'string' && isPhone(state.phone) ? state.phone : '';
}
