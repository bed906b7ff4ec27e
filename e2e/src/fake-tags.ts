import type { BrowserContext, Request, Route } from '@playwright/test';

/**
 * Stands in for Google and Meta, which no test may call. The scripts do what the real ones do by themselves:
 * they read the address, the title, the referrer and the history's state, work off what was queued before
 * they came, listen to clicks and to the router, and send all of it home.
 */

export interface Sent {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface FakeTags {
  /** Every request to another site than ours, in order, since `forget`. */
  sent: Sent[];
  /** Those before it, too. */
  everSent: Sent[];
  /** The entries that the tag manager's fake read from the data layer; commands as arrays. */
  dataLayer(): unknown[];
  /** The names of its events. */
  events(): string[];
  /** Every call the pixel's fake got: ['track', 'Purchase', {…}, {…}]. */
  pixelCalls(): unknown[][];
  /** How scripts are answered from now on; 'hanging' is not at all. */
  answerScripts(how: 'well' | 'hanging' | 'missing' | 'throwing'): void;
  /** From now on only what follows is looked at, except for secrets. */
  forget(): void;
}

const GTM = `(() => {
  const report = (what) => fetch('https://www.google-analytics.com/g/collect?dl=' + encodeURIComponent(location.href), {
    method: 'POST', keepalive: true,
    body: JSON.stringify({ what, href: location.href, url: document.URL, title: document.title, referrer: document.referrer,
      state: history.state }),
  }).catch(() => {});
  const plain = (item) => Object.prototype.toString.call(item) === '[object Arguments]' ? [...item] : item;
  const layer = window.dataLayer;
  layer.forEach((item) => report(plain(item)));
  const push = layer.push;
  layer.push = (...items) => { items.forEach((item) => report(plain(item))); return push.apply(layer, items); };
  addEventListener('click', (event) => {
    const link = event.target.closest('a, button');
    report({ event: 'gtm.click', elementUrl: link?.href, elementText: link?.textContent });
  }, true);
  for (const name of ['pushState', 'replaceState']) {
    const original = history[name];
    history[name] = function (state, title, url) {
      const answer = original.apply(this, arguments);
      report({ event: 'gtm.historyChange', state, url: String(url), href: location.href });
      return answer;
    };
  }
  addEventListener('popstate', () => report({ event: 'gtm.historyChange', href: location.href }));
  const inline = document.createElement('script');
  inline.nonce = document.currentScript.nonce;
  inline.textContent = "fetch('https://tags.example/custom-html')";
  document.head.append(inline);
  const more = document.createElement('script');
  more.src = 'https://tags.example/from-the-container.js';
  document.head.append(more);
  HOSTILE
})();`;

const PIXEL = `(() => {
  const send = (call) => { new Image().src = 'https://www.facebook.com/tr?dl=' + encodeURIComponent(location.href) +
    '&rl=' + encodeURIComponent(document.referrer) + '&call=' + encodeURIComponent(JSON.stringify(call)); };
  const queued = fbq.queue.splice(0);
  fbq.callMethod = (...call) => send(call);
  queued.forEach(send);
})();`;

/** `hostile` is script that the container holds besides. */
export async function openFakeTags(context: BrowserContext, hostile = ''): Promise<FakeTags> {
  const sent: Sent[] = [];
  const everSent: Sent[] = [];
  let scriptsAre: Parameters<FakeTags['answerScripts']>[0] = 'well';
  context.on('request', (request) => void record(request));

  function record(request: Request): void {
    if (!request.url().startsWith('https:')) return;
    const one = { url: request.url(), headers: request.headers(), body: request.postData() ?? '' };
    sent.push(one);
    everSent.push(one);
  }

  await context.route(/^https:/, async (route: Route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const isScript = pathname.endsWith('.js');
    if (isScript && scriptsAre === 'hanging') return;
    if (isScript && scriptsAre === 'missing') return await route.fulfill({ status: 404, body: '' });
    if (isScript && scriptsAre === 'throwing') {
      return await route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("a broken tag")' });
    }
    const script =
      hostname === 'www.googletagmanager.com'
        ? GTM.replace('HOSTILE', () => hostile)
        : hostname === 'connect.facebook.net'
          ? PIXEL
          : '';
    const headers = { 'access-control-allow-origin': '*' };
    await route.fulfill({ contentType: isScript ? 'text/javascript' : 'image/gif', headers, body: script });
  });

  const dataLayer = () =>
    sent.flatMap(({ url, body }) =>
      url.includes('google-analytics') ? [(JSON.parse(body) as { what: unknown }).what] : [],
    );
  return {
    sent,
    everSent,
    dataLayer,
    events: () => dataLayer().flatMap((item) => (item as { event?: string }).event ?? []),
    pixelCalls: () =>
      sent.flatMap(({ url }) => {
        const call = new URL(url).searchParams.get('call');
        return call === null ? [] : [JSON.parse(call) as unknown[]];
      }),
    answerScripts: (how) => {
      scriptsAre = how;
    },
    forget: () => void sent.splice(0),
  };
}

/** Each form in which the number could stand in an address or a payload, and other data that must not. */
export function findSecrets(
  fakeTags: FakeTags,
  { phone, others }: { phone: string; others: string[] },
): string[] {
  const [area, first, last] = [phone.slice(0, 2), phone.slice(2, -4), phone.slice(-4)];
  const written = [phone, `${first}${last}`, `${first}-${last}`, `${first} ${last}`, `(${area}) ${first}`];
  const secrets = [...written, ...others].flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return fakeTags.everSent.flatMap((request) => {
    const text = JSON.stringify(request);
    const read = [text, decodedTwice(text)].join('\n').toLowerCase();
    return secrets
      .filter((secret) => read.includes(secret.toLowerCase()))
      .map((secret) => `${secret} in ${text}`);
  });
}

function decodedTwice(text: string): string {
  const decode = (part: string) =>
    part.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
      try {
        return decodeURIComponent(escaped);
      } catch {
        return escaped;
      }
    });
  return decode(decode(text));
}
