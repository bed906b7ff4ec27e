import { chromium } from 'playwright';
import type { BenchServer } from '../bench-database.ts';
import { formatTable } from '../print-table.ts';
import { CHROMIUM, QUIET_BROWSER } from './browser.ts';
import { openDemoMerchant } from './demo-merchant.ts';
import { type FirstLoad, measureFirstLoad } from './first-load.ts';

const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);

function row(name: string, load: FirstLoad): string[] {
  const bytes = [load.scriptGzipBytes, load.scriptBrotliBytes, load.transferredBytes].map(kilobytes);
  return [name, ...bytes, String(load.scripts), String(load.requests)];
}

/** Formats the weight of each screen's first load in a browser with an empty cache, as a table. */
export async function formatPageWeights(server: BenchServer): Promise<string> {
  const merchant = await openDemoMerchant(server);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET_BROWSER });
  try {
    const rows: string[][] = [];
    for (const { name, path, isStaffs } of merchant.screens) {
      const session = isStaffs ? merchant.session : undefined;
      rows.push(row(name, await measureFirstLoad(browser, `${merchant.origin}${path}`, session)));
    }
    return formatTable(
      ['first load of', 'JS gzip kB', 'JS brotli kB', 'all sent kB', 'scripts', 'requests'],
      rows,
    );
  } finally {
    await browser.close();
    await merchant.stop();
  }
}
