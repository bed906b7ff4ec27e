import type { Page } from '@playwright/test';
import { expect } from './merchant.ts';

/** The paths of a remote's files that the page receives from now on. */
export function receivedFiles(page: Page, remote: 'mfe-backoffice' | 'mfe-customer'): Set<string> {
  const files = new Set<string>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(`/remotes/${remote}/`)) files.add(pathname);
  });
  return files;
}

/** Waits until all of the files are among those received. */
export async function untilReceived(files: Iterable<string>, received: ReadonlySet<string>): Promise<void> {
  await expect.poll(() => [...files].filter((file) => !received.has(file))).toEqual([]);
}
