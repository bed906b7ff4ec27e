/**
 * A call with this header gets refusals, the answers that no retry changes, with the status 200. A browser
 * reports any other in its console as a page that failed, and a customer's page shows the refusal as its
 * result.
 */
export const REFUSAL_STATUS_HEADER = 'x-refusal-status';
