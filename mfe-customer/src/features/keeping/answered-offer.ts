const KEY = 'keep-offer';

/**
 * Whether this device has answered the offer, or has no need of it: it is made until then, and never again.
 * True where nothing can be stored, since it would come back on every page.
 */
export function isOfferAnswered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null || window.matchMedia('(display-mode: standalone)').matches;
  } catch {
    return true;
  }
}

export function answerOffer(): void {
  try {
    localStorage.setItem(KEY, 'answered');
  } catch {
    // See isOfferAnswered.
  }
}
