import { CASHBACK_TOKEN_TTL_SECONDS, REDEMPTION_TOKEN_TTL_SECONDS } from 'domain/lifetimes';

export type CodeKind = 'cashback' | 'redemption';

const DAYS = CASHBACK_TOKEN_TTL_SECONDS / (24 * 60 * 60);
const MINUTES = REDEMPTION_TOKEN_TTL_SECONDS / 60;

/** When a code was made is not known here, only for how long one is good. */
const VALIDITY: Record<CodeKind, string> = {
  cashback: `o código vale por ${DAYS} dias a partir da compra.`,
  redemption: `o código vale por ${MINUTES} minutos. Depois disso, peça um novo no caixa.`,
};

/** Nothing of the address is in the page, so its own script and styles are all there can be. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/** As tokens.css has them. */
const STYLES = `
:root{color-scheme:light dark;--canvas:#f5f7f4;--surface:#fff;--ink:#10201a;--muted:#4e5d56;--line:#e0e5df;--brand:#0b6b47;--on-brand:#fff}
@media (prefers-color-scheme:dark){:root{--canvas:#0c1210;--surface:#131b18;--ink:#edf3ef;--muted:#a9b7b0;--line:#26322d;--brand:#3ecb8b;--on-brand:#000}}
body{display:grid;min-height:100vh;margin:0;padding:16px;box-sizing:border-box;background:var(--canvas);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;place-items:center}
main{display:grid;width:100%;max-width:26rem;padding:32px 24px;box-sizing:border-box;border:1px solid var(--line);border-radius:16px;background:var(--surface);gap:12px;text-align:center;justify-items:center}
svg{width:48px;color:var(--muted)}h1,p{margin:0}h1{font-size:1.375rem}p{color:var(--muted)}
button{width:100%;min-height:52px;margin-top:12px;border:0;border-radius:12px;background:var(--brand);color:var(--on-brand);font:600 1rem system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
@media (forced-colors:active){button{border:1px solid}}`;

/**
 * A network that is gone again by the time its event arrives is none: loading the same page in vain would
 * also cut short the way to another one.
 */
const SCRIPT = `
const again=()=>location.reload();
const onceOnline=()=>{if(navigator.onLine)again()};
addEventListener('online',onceOnline);
document.addEventListener('visibilitychange',()=>{if(!document.hidden)onceOnline()});
document.querySelector('button').addEventListener('click',again);`;

/** The page of a code that was opened without a network. It opens the code by itself once there is one. */
export function offlinePage(kind: CodeKind): Response {
  const html = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Sem conexão</title><style>${STYLES}</style></head><body><main><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 20h.01M8.5 16.4a5 5 0 0 1 7 0M5 12.9a10 10 0 0 1 5.2-2.7M19 12.9a10 10 0 0 0-2-1.5M2 8.8a15 15 0 0 1 4.2-2.6M22 8.8a15 15 0 0 0-11.3-3.8M2 2l20 20"/></svg><h1>Sem conexão</h1><p>Abra de novo quando houver sinal: ${VALIDITY[kind]}</p><p>Esta página tenta sozinha assim que a conexão voltar.</p><button type="button">Tentar novamente</button></main><script>${SCRIPT}</script></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
  };
  return new Response(html, { status: 503, headers });
}
