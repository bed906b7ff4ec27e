import type { ApiInputs, ApiOutputs } from 'api/contract';
import { failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { trpc } from '../trpc.ts';
import { askInstead, useKeepWatching } from '../use-confirmation.ts';

/** The movement that waits, as `approvals.ask` names it. */
export type Asking = ApiInputs['approvals']['ask'];

type Answer = ApiOutputs['approvals']['watch'] extends AsyncIterable<infer Item> ? Item : never;

/**
 * Asks at once, follows the answer live, and calls `onApproved` once for it; that resolves to the error where
 * the movement was not made.
 */
export function useAsking(asking: Asking, onApproved: () => Promise<unknown>) {
  const { onSessionEnded } = useRemoteHost();
  const { mutateAsync } = trpc.approvals.ask.useMutation();
  const cancel = trpc.approvals.cancel.useMutation();
  const [asked, setAsked] = useState<{ id: string; untilMs: number }>();
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<string>();
  const goneOn = useRef<string>(undefined);
  const isGivenUp = useRef(false);

  async function ask() {
    setAsked(undefined);
    setAnswer(undefined);
    setFailure(undefined);
    try {
      const { id, secondsLeft } = await mutateAsync(asking);
      // Closed before the server had answered.
      if (isGivenUp.current) return cancel.mutate({ id });
      setAsked({ id, untilMs: Date.now() + secondsLeft * 1_000 });
    } catch (error) {
      setFailure(failureMessage(error, 'Não foi possível pedir a aprovação. Tente novamente.'));
    }
  }
  const askOnce = useEffectEvent(ask);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    void askOnce();
  }, []);

  async function goOn() {
    if (!asked || goneOn.current === asked.id) return;
    goneOn.current = asked.id;
    setAnswer({ state: 'approved', reason: null, answeredBy: null });
    const error = await onApproved();
    if (error !== undefined)
      setFailure(failureMessage(error, 'Aprovado, mas a operação não foi concluída. Tente novamente.'));
  }

  const isWaiting = asked !== undefined && (answer === undefined || answer.state === 'waiting');
  const stream = trpc.approvals.watch.useSubscription(
    { id: asked?.id ?? '' },
    {
      enabled: isWaiting,
      onData(next) {
        if (next.state === 'approved') void goOn();
        else setAnswer(next);
      },
      onError(error) {
        if (isRefusal(error, 'unauthenticated')) onSessionEnded();
      },
    },
  );
  useKeepWatching(stream, isWaiting);
  // A browser does not say why it got no stream; this tells that the session has ended.
  trpc.approvals.approvers.useQuery({ id: asked?.id ?? '' }, askInstead(stream, isWaiting));

  return {
    /** What is asked: undefined until the server has it. */
    asked,
    state: failure ? 'failed' : (answer?.state ?? (asked ? 'waiting' : 'asking')),
    answer,
    failure,
    askAgain: ask,
    /** Approved here: the stream would say so too. */
    goOn,
    /** Ends an asking that no movement used. One that cannot be ended now expires. */
    giveUp() {
      isGivenUp.current = true;
      if (asked && (isWaiting || failure)) cancel.mutate({ id: asked.id });
    },
  };
}
