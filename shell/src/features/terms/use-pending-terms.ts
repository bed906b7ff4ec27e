import { isRefusal } from 'federation/error-message';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { readPutOff, writePutOff } from '../../lib/put-off.ts';

const readPending = async () => (await api.legal.acceptances.query()).filter(({ isAccepted }) => !isAccepted);

/** A text that the merchant has not accepted as it is now. */
export type PendingTerms = Awaited<ReturnType<typeof readPending>>[number];

/** Until the sign-out, which clears the tab's storage. */
const TERMS = 'terms-put-off';

const nameOf = (pending: readonly PendingTerms[]) => pending.map(({ textHash }) => textHash).join(' ');

/** The texts that wait for the owner, unless put off in this tab; undefined: nothing to show. */
export function usePendingTerms() {
  const [pending, setPending] = useState<PendingTerms[]>();

  useEffect(() => {
    let isGone = false;
    readPending().then(
      (waiting) => {
        const isPutOff = readPutOff(TERMS) === nameOf(waiting) && !waiting.some(({ isDue }) => isDue);
        if (!isGone && waiting.length > 0 && !isPutOff) setPending(waiting);
      },
      // The next start asks again.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);

  return {
    pending,
    putOff() {
      writePutOff(TERMS, nameOf(pending ?? []));
      setPending(undefined);
    },
    /** Throws what the API refused with; texts that have changed are there to be read then. */
    async accept() {
      const texts = (pending ?? []).map(({ document, version, textHash }) => ({
        document,
        version,
        textHash,
      }));
      try {
        await api.legal.accept.mutate({ texts });
        setPending(undefined);
      } catch (error) {
        if (isRefusal(error, 'terms_changed')) setPending(await readPending());
        throw error;
      }
    },
  };
}
