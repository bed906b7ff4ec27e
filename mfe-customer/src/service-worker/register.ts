import { MERCHANT_PARAMETER } from 'domain/dashboard-address';
import { readPageContext } from '../lib/page-context.ts';
import type { KeepMessage } from './messages.ts';
import { storedPage } from './plan.ts';

const ADDRESS = '/customer/service-worker.js';
const SCOPE = '/customer/';

/** Once a page: React mounts things twice while it is developed with. */
let isDone = false;

/**
 * Starts the service worker and hands it what this page needed. Only below its scope, and never in the way:
 * where the browser has none, or anything fails, the page is what it was.
 */
export async function keepForOffline(): Promise<void> {
  if (isDone) return;
  isDone = true;
  if (!('serviceWorker' in navigator) || !window.location.pathname.toLowerCase().startsWith(SCOPE)) return;
  await navigator.serviceWorker.register(ADDRESS, { scope: SCOPE, updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  const slug =
    readPageContext().merchant?.slug ?? new URLSearchParams(window.location.search).get(MERCHANT_PARAMETER);
  const message: KeepMessage = { kind: 'keep', files: filesOfThisPage(), page: storedPage(slug) };
  active?.postMessage(message);
}

/** The files that the browser has loaded from this origin; the service worker picks those it needs. */
function filesOfThisPage(): string[] {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
  return loaded.filter((address) => address.startsWith(`${window.location.origin}/`));
}
