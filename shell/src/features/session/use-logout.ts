import { errorMessage } from 'federation/error-message';
import { useState } from 'react';
import { notify } from 'ui/notify';
import { session } from './session.ts';

export interface Logout {
  isPending: boolean;
  run: () => Promise<void>;
}

/** 'Sair'. The protected page notices that the session is gone and redirects to /login. */
export function useLogout(): Logout {
  const [isPending, setIsPending] = useState(false);
  async function run() {
    setIsPending(true);
    try {
      await session.logout();
    } catch (error) {
      notify.error(errorMessage(error));
    } finally {
      setIsPending(false);
    }
  }
  return { isPending, run };
}
