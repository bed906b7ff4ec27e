const LOAD_DEADLINE_MS = 15_000;

/**
 * Adds a tag's script, trusted by the page's own nonce, which the script passes on to scripts it adds itself.
 * Rejects when it can't be loaded; a hanging one times out, though it may still arrive.
 */
export function loadTagScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    if (nonce) script.setAttribute('nonce', nonce);
    script.async = true;
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('the script could not be had')));
    setTimeout(() => reject(new Error('the script takes too long')), LOAD_DEADLINE_MS);
    document.head.append(script);
  });
}
