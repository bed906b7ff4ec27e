/**
 * Scripts and styles that the bundlers of the shell and the remotes add to the page. They tell when one fails, but wait two
 * minutes for one that is silent, and what the browser has kept of a damaged one they would get again.
 */

/** On the slowest network a large file takes longer than this; whether it is on its way is then asked. */
const ASK_AFTER_MS = 5_000;
/** An answer to that is a few bytes, though it may wait for its turn. Without one there is nobody who sends the file either. */
const ANSWER_MS = 10_000;
/** A retry waits this long for what it fetches ahead. */
const FETCH_MS = 5_000;

const FILES = /^\/(?:assets|remotes)\/[^?]+\.(?:js|css)$/;

/** The addresses of those that failed. */
const failed = new Set<string>();

const after = (milliseconds: number) =>
  new Promise<false>((resolve) => setTimeout(() => resolve(false), milliseconds));

/** From now on: whatever of ours is silent fails, and what fails is remembered. */
export function watchFiles(): void {
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const address = addressOf(node);
      if (address) void giveUpWhenSilent(node, () => isServed(address));
    }
  }).observe(document.head, { childList: true });
  const remember = ({ target }: Event) => {
    const address = addressOf(target);
    if (address) failed.add(address);
  };
  window.addEventListener('error', remember, true);
}

function addressOf(node: EventTarget | null): string | undefined {
  const address =
    node instanceof HTMLScriptElement
      ? node.src
      : node instanceof HTMLLinkElement && node.rel === 'stylesheet' && node.href;
  return address && isOurs(address) ? address : undefined;
}

function isOurs(address: string): boolean {
  const { origin, pathname } = new URL(address);
  return origin === window.location.origin && FILES.test(pathname);
}

/** Within ANSWER_MS; a question without an answer would else keep a connection busy. */
async function isServed(address: string): Promise<boolean> {
  const call = new AbortController();
  const patience = setTimeout(() => call.abort(), ANSWER_MS);
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store', signal: call.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(patience);
  }
}

/** Has a file fail that neither arrives nor is being sent: silence counts, not how long it takes. */
export async function giveUpWhenSilent(
  file: EventTarget,
  isBeingSent: () => Promise<boolean>,
): Promise<void> {
  const settled = new Promise<true>((resolve) => {
    for (const type of ['load', 'error']) file.addEventListener(type, () => resolve(true), { once: true });
  });
  do {
    if (await Promise.race([settled, after(ASK_AFTER_MS)])) return;
  } while (await Promise.race([settled, isBeingSent()]));
  file.dispatchEvent(new Event('error'));
}

/**
 * Gets what failed past the browser's caches, so that who asks for it next finds what is served now. So it does with what the
 * page had fetched ahead, for who would ask for that may not have come so far.
 */
export async function fetchFailedFiles(): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')) {
    if (isOurs(link.href)) failed.add(link.href);
  }
  const addresses = [...failed];
  failed.clear();
  const fetched = addresses.map(async (address) => (await fetch(address, { cache: 'reload' })).blob());
  await Promise.race([Promise.allSettled(fetched), after(FETCH_MS)]);
}

/** For what only a new page helps. */
export async function reloadPage(): Promise<void> {
  await fetchFailedFiles();
  window.location.reload();
}
