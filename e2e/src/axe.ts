import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  rule: string;
  help: string;
  elements: string[];
}

/**
 * Themes differ in colors and in nothing else, so of the rules that are on these alone can tell one from the
 * other.
 */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds on the page as it stands, in its current theme, by these rules or by all. */
async function findProblems(page: Page, rules?: string[]): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      // Style sheets are fetched again for a rule that is not on.
      preload: { assets: ['media'] },
      ...(runOnly && { runOnly }),
    });
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      elements: nodes.map((node) => node.html.slice(0, 200)),
    }));
  }, rules);
}

/**
 * A toast or a dialog that is animating in is half transparent: contrast is measured once it has arrived.
 * Spinners never arrive.
 */
async function arrive(): Promise<void> {
  const arriving = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(arriving.map((animation) => animation.finished));
}

/** axe finds nothing in this state of the page, light by all its rules and dark by those of color. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // A page that is still on its way has no heading yet, and is judged when it is there.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === 'dark' ? RULES_OF_COLOR : undefined;
    // A toast that begins to leave while it is judged is half transparent too: what stays is judged again.
    const problems = async () => {
      await page.evaluate(arrive);
      return await findProblems(page, rules);
    };
    await expect.poll(problems, `${state}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
