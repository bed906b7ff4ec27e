import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The secret from the link's fragment, which is then removed from the address: it stays neither in the
 * history nor in a copied address. 'none': the page was opened without one.
 */
export function useLinkToken(): string | 'none' | undefined {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string>();

  useEffect(() => {
    if (hash.length < 2) return;
    setToken(hash.slice(1));
    navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);

  return token ?? (hash.length < 2 ? 'none' : undefined);
}
