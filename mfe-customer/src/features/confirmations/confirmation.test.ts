import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendAhead } from '../../lib/post.ts';
import { type Confirmation, startConfirmation } from './confirmation.ts';

/** The few of a browser's things that a confirmation touches. */
function openBrowser(isShown: boolean) {
  const page = Object.assign(new EventTarget(), { visibilityState: isShown ? 'visible' : 'hidden' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  return page;
}

const fetching = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();
const answer = (body: object) => Promise.resolve(new Response(JSON.stringify(body)));
const RECEIPT = { merchantName: 'Padaria' };
const refusal = (code: string, httpStatus: number) =>
  answer({ error: { message: 'QR Code inválido ou expirado', data: { httpStatus, refusal: code } } });

let page: ReturnType<typeof openBrowser>;

beforeEach(() => {
  vi.useFakeTimers();
  fetching.mockReset();
  vi.stubGlobal('fetch', fetching);
  page = openBrowser(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(): { confirmation: Confirmation<'cashback'>; shown: string[] } {
  const confirmation = startConfirmation('cashback', 'CASHBACK_x');
  const shown: string[] = [];
  confirmation.subscribe(() => shown.push(confirmation.getState().status));
  return { confirmation, shown };
}

it('confirms once with one call, and shows the outcome', async () => {
  fetching.mockReturnValue(answer({ result: { data: RECEIPT } }));
  const { confirmation, shown } = start();
  expect(confirmation.getState()).toEqual({ status: 'processing', isSlow: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(confirmation.getState()).toEqual({ status: 'confirmed', result: RECEIPT });
  expect(shown).toEqual(['confirmed']);
  expect(fetching.mock.calls.map(([address, { body }]) => [address, body])).toEqual([
    ['/trpc/cashback.confirm', '{"token":"CASHBACK_x"}'],
  ]);
});

it('takes the answer of its call that was sent ahead, once', async () => {
  fetching.mockReturnValueOnce(Promise.reject(new TypeError('no network')));
  sendAhead('/trpc/cashback.confirm', { token: 'CASHBACK_x' });
  const { confirmation } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetching).toHaveBeenCalledTimes(1);
  fetching.mockReturnValue(answer({ result: { data: RECEIPT } }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(confirmation.getState()).toEqual({ status: 'confirmed', result: RECEIPT });
  expect(fetching).toHaveBeenCalledTimes(2);
});

it('leaves the answer that was sent ahead for another code alone', async () => {
  fetching.mockReturnValueOnce(answer({ result: { data: { merchantName: 'Outra' } } }));
  sendAhead('/trpc/cashback.confirm', { token: 'CASHBACK_y' });
  fetching.mockReturnValue(answer({ result: { data: RECEIPT } }));
  const { confirmation } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(confirmation.getState()).toEqual({ status: 'confirmed', result: RECEIPT });
});

it('ends a call sent ahead that takes too long', async () => {
  fetching.mockReturnValue(new Promise(() => undefined));
  sendAhead('/trpc/cashback.confirm', { token: 'CASHBACK_x' });
  start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fetching.mock.calls.map(([, { signal }]) => signal?.aborted)).toEqual([true]);
});

it('waits until the page is seen, and says nothing of being slow before', async () => {
  page = openBrowser(false);
  fetching.mockReturnValue(answer({ result: { data: RECEIPT } }));
  const { confirmation } = start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetching).not.toHaveBeenCalled();
  expect(confirmation.getState()).toEqual({ status: 'processing', isSlow: false });
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetching).toHaveBeenCalledTimes(1);
  expect(confirmation.getState().status).toBe('confirmed');
});

it('says after six seconds that it takes long', async () => {
  fetching.mockReturnValue(new Promise(() => undefined));
  const { confirmation } = start();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(confirmation.getState()).toMatchObject({ isSlow: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(confirmation.getState()).toMatchObject({ status: 'processing', isSlow: true });
});

it('takes a refusal for the answer, with nothing to try again', async () => {
  fetching.mockReturnValue(refusal('invalid_token', 404));
  const { confirmation } = start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(confirmation.getState()).toEqual({
    status: 'failed',
    message: 'QR Code inválido ou expirado',
    onRetry: undefined,
  });
  expect(fetching).toHaveBeenCalledTimes(1);
});

it('tries again by itself without a network, then when asked to, and is on its way again meanwhile', async () => {
  fetching.mockRejectedValue(new TypeError('no network'));
  const { confirmation, shown } = start();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(fetching).toHaveBeenCalledTimes(3);
  const failed = confirmation.getState();
  expect(failed).toMatchObject({
    status: 'failed',
    message: 'Sem conexão com o servidor. Verifique a internet e tente novamente.',
  });
  fetching.mockReturnValue(answer({ result: { data: RECEIPT } }));
  if (failed.status === 'failed') failed.onRetry?.();
  expect(confirmation.getState()).toEqual({ status: 'processing', isSlow: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['failed', 'processing', 'confirmed']);
});

it('goes on by itself when the network is back', async () => {
  fetching.mockRejectedValue(new TypeError('no network'));
  const { confirmation } = start();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(confirmation.getState().status).toBe('failed');
  fetching.mockReturnValue(answer({ result: { data: RECEIPT } }));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(confirmation.getState().status).toBe('confirmed');
});
