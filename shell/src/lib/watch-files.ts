/**
 * Scripts and styles that the bundlers of the shell and the remotes add to the page. They report a failed
 * one, but wait two minutes for a silent one, and would get a damaged one from the browser's cache again.
 */

/** On the slowest network a large file takes longer than this; whether it is on its way is then asked. */
const ASK_AFTER_MS = 5_000;
/**
 * The probe's answer is a few bytes, though it may wait for its turn. Without one the server does not send
 * the file either.
 */
const ANSWER_MS = 10_000;
/** A retry waits this long for its prefetch. */
const FETCH_MS = 5_000;

const FILES = /^\/(?:assets|remotes)\/[^?]+\.(?:js|css)$/;

/** The addresses of those that failed, until they come. */
const failed = new Set<string>();

const after = (milliseconds: number) =>
  new Promise<false>((resolve) => setTimeout(() => resolve(false), milliseconds));

/** From now on a silent file of ours fails, and a failed one is remembered until it comes. */
export function watchFiles(): void {
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const address = addressOf(node);
      if (address) void giveUpWhenSilent(node, () => isServed(address));
    }
  }).observe(document.head, { childList: true });
  const remember = ({ type, target }: Event) => {
    const address = addressOf(target);
    if (!address) return;
    if (type === 'error') failed.add(address);
    else failed.delete(address);
  };
  for (const type of ['load', 'error']) document.addEventListener(type, remember, true);
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
async function ask(address: string, options: RequestInit): Promise<Response> {
  const call = new AbortController();
  const waitLimit = setTimeout(() => call.abort(), ANSWER_MS);
  try {
    return await fetch(address, { ...options, signal: call.signal });
  } finally {
    clearTimeout(waitLimit);
  }
}

async function isServed(address: string): Promise<boolean> {
  try {
    return (await ask(address, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
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
 * Gets what failed below `folder` past the browser's caches, so that who asks for it next finds what is
 * served now.
 */
export async function fetchFailedFiles(folder: string): Promise<void> {
  await fetchPastCaches([...failed].filter((address) => new URL(address).pathname.startsWith(folder)));
}

/**
 * Throws where the server does not answer: asking for the file again would only occupy one more connection.
 */
export async function fetchPastCaches(addresses: readonly string[]): Promise<void> {
  const answers = await Promise.all(addresses.map((address) => ask(address, { cache: 'reload' })));
  const sent = Promise.allSettled(answers.map((answer) => answer.blob()));
  await Promise.race([sent, after(FETCH_MS)]);
}

/** The page's preloads, which may not have been imported yet. */
function fetchedAhead(): string[] {
  const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return fetched
    .filter(({ initiatorType, name }) => initiatorType === 'link' && isOurs(name))
    .map(({ name }) => name);
}

/**
 * For failures that only a new page solves. Any of its files may be a damaged one, which the browser would
 * keep.
 */
export async function reloadPage(): Promise<void> {
  const fetched = fetchPastCaches([...new Set([...failed, ...fetchedAhead()])]).catch(() => undefined);
  await Promise.race([fetched, after(FETCH_MS)]);
  window.location.reload();
}
