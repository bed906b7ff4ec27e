import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Entries that a checkout does not have before a build or a run made them. */
const MADE = new Set([
  ...['.data', '.git', '.releases', '.turbo', 'dist', 'dist-standalone', 'generated', 'node_modules'],
  ...['playwright-report', 'test-results'],
]);

/** A copy of the sources as they are now, without anything built or installed, in a temporary folder. */
export function copyCheckout(): string {
  const checkout = mkdtempSync(join(tmpdir(), 'cashback-checkout-'));
  const filter = (path: string) => !MADE.has(basename(path));
  for (const name of readdirSync(ROOT).filter(filter))
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, filter });
  return checkout;
}
