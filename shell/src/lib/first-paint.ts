import { FIRST_PAINT_ID } from 'domain/first-paint';

/**
 * The server's page may show its content before any of this runs: then #root is hidden as long as that is in
 * the page, and the screen is mounted unseen. Here the one gives way to the other within one frame.
 */

/** Decoding a logo or fetching styles may hang; then the page is shown without them. */
const WAIT_MS = 2_000;

/**
 * Resolves when the mounted screen can be shown as it will stay: styles are here, pictures are decoded, and
 * nothing in the page before it is pressed.
 */
export async function whenPresentable(root: Element): Promise<void> {
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    .filter((link) => link.sheet === null)
    .map(settled);
  // One that fails is the screen's to replace.
  const pictures = [...root.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined));
  const waitLimit = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([Promise.all([...styles, ...pictures]), waitLimit]);
  await whenReleased();
}

/** A link that is removed between press and release is never followed. */
async function whenReleased(): Promise<void> {
  while (document.querySelector(`#${FIRST_PAINT_ID}:active`)) await new Promise(requestAnimationFrame);
}

function settled(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
  });
}

/**
 * Shows the mounted screen in the place of the page's first content, as if it had been there from the
 * beginning.
 */
export function takeOver(root: Element): void {
  const page = document.getElementById(FIRST_PAINT_ID);
  if (!page) return;
  const former = [...page.querySelectorAll('*')];
  const present = [...root.querySelectorAll('*')];
  const progress = progressOf(former);
  const focused = former.indexOf(document.activeElement ?? page);
  page.remove();
  for (const animation of root.getAnimations({ subtree: true })) {
    continueAnimation(animation, progress.get(nameIn(animation, present)));
  }
  if (focused < 0) return;
  const counterpart =
    former.length === present.length ? present[focused] : root.querySelector('h1[tabindex]');
  if (counterpart instanceof HTMLElement) counterpart.focus({ preventScroll: true });
}

/** How far each animation has come, by its name and its element's place. */
function progressOf(elements: Element[]): Map<string, CSSNumberish | null> {
  const animations = elements.flatMap((element) => element.getAnimations());
  return new Map(animations.map((animation) => [nameIn(animation, elements), animation.currentTime]));
}

function nameIn(animation: Animation, elements: Element[]): string {
  const { target } = (animation.effect ?? {}) as KeyframeEffect;
  return `${target ? elements.indexOf(target) : -1} ${(animation as CSSAnimation).animationName}`;
}

/** Running animations go on from where they are; finished ones are not played again. */
function continueAnimation(animation: Animation, currentTime: CSSNumberish | null | undefined): void {
  const isEndless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
  if (currentTime !== undefined) animation.currentTime = currentTime;
  else if (!isEndless) animation.finish();
}

/**
 * The application can't be had. What stands in the page stays where that is enough, else the failure is
 * shown.
 */
export function giveWayToFailure(): void {
  const page = document.getElementById(FIRST_PAINT_ID);
  if (page && !('standsAlone' in page.dataset)) page.remove();
}
