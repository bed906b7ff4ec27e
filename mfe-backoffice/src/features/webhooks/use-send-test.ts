import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshWebhooks } from './use-webhooks.ts';

const POLL_MS = 600;
/** A call may take ten seconds; with the way there and back that is long enough to stand in front of. */
const POLLS = 25;

/** Sends a test and watches until the first try has an answer, then says what it was. */
export function useSendTest(): { isTesting: boolean; test: (id: string) => Promise<void> } {
  const { notify } = useRemoteHost();
  const refresh = useRefreshWebhooks();
  const { client } = trpc.useUtils();
  const { mutateAsync } = trpc.webhooks.test.useMutation();
  const [isTesting, setIsTesting] = useState(false);
  const left = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  /** The delivery after its attempt; undefined when that takes too long or the screen is gone. */
  async function firstTry(id: string) {
    for (let poll = 0; poll < POLLS && !left.current?.signal.aborted; poll += 1) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const delivery = await client.webhooks.delivery.query({ id });
      if (delivery.state !== 'waiting' || delivery.lastError !== null) return delivery;
    }
    return undefined;
  }

  async function test(id: string) {
    setIsTesting(true);
    try {
      const { deliveryId } = await mutateAsync({ id });
      const delivery = await firstTry(deliveryId);
      if (left.current?.signal.aborted) return;
      if (delivery?.state === 'delivered') notify.success('Teste entregue!');
      else notify.error(`Teste não entregue: ${delivery?.lastError ?? 'ainda sem resposta'}`);
    } catch (error) {
      notify.error(failureMessage(error, 'Erro ao enviar o teste'));
    }
    setIsTesting(false);
    await refresh();
  }

  return { isTesting, test };
}
