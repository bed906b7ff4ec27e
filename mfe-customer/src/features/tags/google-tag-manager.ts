import { GTM_ID } from 'domain/tag-ids';
import { loadTagScript } from './tag-script.ts';

type Item = Record<string, unknown> | IArguments;

function dataLayer(): Item[] {
  const holder = window as unknown as { dataLayer?: Item[] };
  holder.dataLayer ??= [];
  return holder.dataLayer;
}

/** A consent command counts only as the `arguments` of a call: an array in its place is ignored. */
function command(..._args: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: see above
  dataLayer().push(arguments);
}

/** Every purpose there is; what a container does not know it ignores. */
const PURPOSES = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'] as const;

function purposes(answer: 'granted' | 'denied'): Record<string, string> {
  return Object.fromEntries(PURPOSES.map((purpose) => [purpose, answer]));
}

/** Denied first, then what the visitor said, then the container: the order in which it is to learn them. */
export async function startTagManager(id: string): Promise<void> {
  if (!GTM_ID.test(id)) throw new Error('no container id');
  command('consent', 'default', purposes('denied'));
  command('consent', 'update', purposes('granted'));
  dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  await loadTagScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`);
}

export function updateTagManagerConsent(answer: 'granted' | 'denied'): void {
  command('consent', 'update', purposes(answer));
}

export function pushToDataLayer(event: string, fields: Record<string, unknown>): void {
  dataLayer().push({ event, ...fields });
}
