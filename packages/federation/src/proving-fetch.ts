/** The window event by which a call asks that the employee proves who they are. */
export const PROOF_EVENT = 'volta:proof';

export interface ProofRequest {
  /** Set by the shell: true once the employee has proved it, false if they did not. */
  answer?: Promise<boolean>;
}

type Fetch = (address: RequestInfo | URL, request?: RequestInit) => Promise<Response>;

/**
 * `fetch` for employees' calls: one that the server refused for want of a fresh proof goes out once more
 * after it was given. Without it the refusal is the answer.
 */
export function provingFetch(fetchOnce: Fetch): Fetch {
  return async (address, request) => {
    const answer = await fetchOnce(address, request);
    if (answer.status !== 403 || !(await needsProof(answer.clone())) || !(await askForProof())) return answer;
    return await fetchOnce(address, request);
  };
}

async function needsProof(answer: Response): Promise<boolean> {
  return (await answer.text()).includes('"refusal":"proof_needed"');
}

/**
 * By an event, as toasts travel: each remote has a client of its own, and the shell alone asks. Nothing hears
 * it in a shell older than this.
 */
async function askForProof(): Promise<boolean> {
  const detail: ProofRequest = {};
  window.dispatchEvent(new CustomEvent(PROOF_EVENT, { detail }));
  return (await detail.answer) ?? false;
}
