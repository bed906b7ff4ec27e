import type { ApiOutputs } from 'api/contract';
import { formatPhone } from 'domain/phone';
import { failureMessage, isRefusal } from 'federation/error-message';
import type { IssueOutcome, PurchaseRequest } from 'federation/outbox';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { useRequestIds } from 'federation/use-request-ids';
import { useEffect, useRef } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import { endSending, sendDraft } from './draft.ts';
import type { Purchase } from './purchase.ts';

export type IssuedCashback = ApiOutputs['cashback']['issue'];

/** The server's questions about a purchase that looks like a slip. */
export function isDoubt(error: unknown): boolean {
  return isRefusal(error, 'purchase_repeated') || isRefusal(error, 'purchase_unusual');
}

/** 'waiting': there is no network, and the purchase is in the outbox. */
type Outcome = { issued: IssuedCashback } | { waiting: true } | { error: unknown; operationId: string };

const FULL_MESSAGE =
  'Já há 50 vendas esperando neste aparelho. Aguarde a conexão voltar para registrar outra.';

/**
 * Records a purchase and reports the outcome. Resolves to the API's error when it did not succeed; a question
 * of the server's is one that `isChecked` answers. An approval is asked for by the request's id.
 */
export function useIssueCashback(): (purchase: Purchase, isChecked: boolean) => Promise<Outcome> {
  const { notify, outbox } = useRemoteHost();
  const { employee } = useStaffSession();
  const requestIds = useRequestIds();
  const refresh = useRefreshMovements();
  const issue = useIssue();
  const isShown = useIsShown();

  return async ({ phone, amountCents, name }, isChecked) => {
    // The name makes it no other purchase: a retry may come without it.
    const purchase = { phone, amountCents };
    const given = name?.trim() ? { name } : {};
    const request = { operationId: requestIds.get(purchase).id, ...purchase, ...given, isChecked };
    sendDraft(employee.id, { ...purchase, ...given }, request.operationId);
    const outcome = await issue(request);
    endSending(request.operationId, 'issued' in outcome || 'waiting' in outcome);
    if ('issued' in outcome) {
      requestIds.succeeded();
      refresh();
      const issued = outcome.issued as IssuedCashback;
      notify.success(
        issued.rateBasisPoints === 0 ? 'Compra registrada, sem cashback.' : 'QR Code gerado com sucesso!',
      );
      // If the employee left the screen meanwhile, the code waits in the outbox.
      if (isShown.current) outbox?.remove(request.operationId);
      return { issued };
    }
    if ('waiting' in outcome) {
      requestIds.succeeded();
      notify.success('Venda guardada. Ela sai sozinha quando a conexão voltar.');
      return outcome;
    }
    if ('full' in outcome) {
      notify.error(FULL_MESSAGE);
      return { error: undefined, operationId: request.operationId };
    }
    const { error } = outcome;
    if (isRefusal(error, 'operation_conflict')) requestIds.abandon(purchase);
    const isForDialog = isDoubt(error) || isRefusal(error, 'approval_needed');
    if (isForDialog && !isShown.current)
      notify.error(`A venda para ${formatPhone(phone)} não foi registrada. Continue em Cashback.`);
    if (!isForDialog) notify.error(failureMessage(error, 'Erro ao gerar QR Code. Tente novamente.'));
    return { error, operationId: request.operationId };
  };
}

/** Through the shell's outbox; a shell that is older than that has the API asked, and nothing waits. */
function useIssue(): (request: PurchaseRequest) => Promise<IssueOutcome> {
  const { outbox } = useRemoteHost();
  // Without a network it fails at once: a purchase must not wait unseen and be sent later.
  const { mutateAsync } = trpc.cashback.issue.useMutation();
  if (outbox) return outbox.issue;
  return async (request) => {
    try {
      return { issued: await mutateAsync(request) };
    } catch (error) {
      return { error };
    }
  };
}

function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
