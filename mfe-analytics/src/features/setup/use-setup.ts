import { useQuery } from '@tanstack/react-query';
import { roleMay } from 'domain/roles';
import { TOGETHER } from 'federation/create-api-links';
import { useStaffSession } from 'federation/remote-host';
import { useSearchParams } from 'react-router-dom';
import { trpc } from '../../lib/trpc.ts';

/** '/dashboard?passos=sim' shows the first steps though they were dismissed; the settings lead there. */
const SHOWN_PARAMETER = 'passos';

/**
 * The merchant's first steps and the card that shows them, for roles that may take them. The card's code is
 * loaded only where it is shown; `isLoading` until it can be drawn, so that nothing below it moves.
 */
export function useSetup() {
  const mayTake = roleMay(useStaffSession().employee.role, 'settings.write');
  const [search, setSearch] = useSearchParams();
  const setup = trpc.setup.show.useQuery(undefined, {
    enabled: mayTake,
    staleTime: 0,
    trpc: TOGETHER,
  });
  const isShown = setup.data !== undefined && (!setup.data.isDismissed || search.has(SHOWN_PARAMETER));
  const card = useQuery({
    queryKey: ['setup card'],
    queryFn: () => import('./setup-card.tsx'),
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  });

  function hide() {
    setSearch((current) => {
      const next = new URLSearchParams(current);
      next.delete(SHOWN_PARAMETER);
      return next;
    });
  }

  return {
    isLoading: setup.isLoading || card.isLoading,
    /** The card is there, or may still come. */
    isExpected: setup.isLoading || isShown,
    shown: isShown && card.data ? { setup: setup.data, SetupCard: card.data.SetupCard } : undefined,
    hide,
  };
}
