import { isKeepMessage, type KeepMessage } from './messages.ts';
import { offlinePage } from './offline-page.ts';
import { type Plan, planFor, storedPage } from './plan.ts';

/**
 * Keeps the balance page usable without a network. It holds the application's own files and a page without
 * personal data; the balances are kept by the application (domain/last-seen), and no answer of the API passes
 * through here.
 */

/**
 * As much of a service worker's global as is used here; TypeScript's own types of it clash with those of a
 * page.
 */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & { data: unknown }) => void): void;
}
interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface AskedEvent extends LifeEvent {
  readonly request: Request;
  /** The browser's own request of a page, under way since before this worker was started. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
const worker = self as unknown as WorkerScope;

/** Another number where what is kept changes its shape; all others of ours are removed. */
const FILES = 'customer-files-1';
const PAGES = 'customer-pages-1';
const PREFIX = 'customer-';
const MAX_FILES = 80;
const MAX_PAGES = 5;
/** The remote's first file, as a page names it. */
const ENTRY = /\/remotes\/mfe-customer\/(?:[0-9a-f]{12}\/)?remoteEntry\.js/g;
/** The wait limit on a dead network, before the kept copy is used. */
const WAIT_LIMIT_MS = 4_000;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('message', (event) => {
  if (isKeepMessage(event.data)) event.waitUntil(keep(event.data));
});
worker.addEventListener('fetch', (event) => {
  const plan = planFor(event.request, worker.location.origin);
  if (plan) event.respondWith(answer(event, plan));
});

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== FILES && name !== PAGES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function answer(event: AskedEvent, plan: Plan): Promise<Response> {
  const { request } = event;
  if (plan.kind === 'file') {
    const found = plan.isAskedAnew ? undefined : await kept(FILES, request.url);
    return found ?? (await fetchAndKeep(event));
  }
  if (plan.kind === 'code') return await askedPage(event).catch(() => offlinePage(plan.code));
  if (plan.kind === 'page') return await networkFirst(askedPage(event), () => keptPage(plan.stored));
  const asked = fetch(request);
  event.waitUntil(asked.then((response) => put(FILES, request.url, response.clone())).catch(() => undefined));
  return await networkFirst(asked, () => kept(FILES, request.url));
}

async function askedPage({ request, preloadResponse }: AskedEvent): Promise<Response> {
  return (await preloadResponse) ?? (await fetch(request));
}

async function fetchAndKeep({ request }: AskedEvent): Promise<Response> {
  const response = await fetch(request);
  await put(FILES, request.url, response.clone());
  return response;
}

/** The network's answer; on no answer, a server error or a timeout the kept copy, if there is one. */
async function networkFirst(
  asked: Promise<Response>,
  findKept: () => Promise<Response | undefined>,
): Promise<Response> {
  const good = asked.then(
    (response) => (response.status < 500 ? response : undefined),
    () => undefined,
  );
  const waitLimit = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_LIMIT_MS));
  return (await Promise.race([good, waitLimit])) ?? (await findKept()) ?? (await asked);
}

async function kept(cache: string, address: string): Promise<Response | undefined> {
  return await (await caches.open(cache)).match(address, { ignoreVary: true });
}

/**
 * The merchant's page, else the one without a merchant: the application reads the merchant from the address.
 */
async function keptPage(stored: string): Promise<Response | undefined> {
  return (await kept(PAGES, stored)) ?? (await kept(PAGES, storedPage(null)));
}

/** Keeps whole answers of our own and nothing else; a redirected one could not be shown as a page. */
async function put(cache: string, address: string, response: Response): Promise<void> {
  if (response.status !== 200 || response.type !== 'basic' || response.redirected) return;
  await (await caches.open(cache)).put(address, response);
}

/**
 * Called by a page that is idle: what it needed is here the next time, also what came before this worker did.
 */
async function keep(message: KeepMessage): Promise<void> {
  const { origin } = worker.location;
  const files = new Set(message.files.slice(0, MAX_FILES).map((file) => new URL(file, origin).href));
  const stored = storedPage(new URL(message.page, origin).searchParams.get('loja'));
  const page = await fetch(stored, { credentials: 'omit', headers: { accept: 'text/html' } });
  const text = await page.clone().text();
  for (const [, file] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
    files.add(new URL(file ?? '', origin).href);
  }
  await Promise.all([...files].map(keepFile));
  // The open page is of another release, whose files are not here. The next visit brings both.
  const entries = text.match(ENTRY) ?? [];
  if (!entries.every((entry) => files.has(new URL(entry, origin).href))) return;
  // Last, so that a page that is here finds its files here.
  await put(PAGES, stored, page);
  await trim(FILES, MAX_FILES);
  await trim(PAGES, MAX_PAGES);
}

async function keepFile(address: string): Promise<void> {
  const plan = planFor({ method: 'GET', mode: 'cors', url: address }, worker.location.origin);
  if (!plan || (plan.kind === 'file' && (await kept(FILES, address)))) return;
  await put(FILES, address, await fetch(address, { credentials: 'omit' }));
}

/** The oldest go first; a cache lists what it holds in the order it came. */
async function trim(name: string, max: number): Promise<void> {
  const cache = await caches.open(name);
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, Math.max(0, requests.length - max)).map((each) => cache.delete(each)));
}
