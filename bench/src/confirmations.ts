import { join } from 'node:path';
import { startApi, startHttpProcess } from './api-process.ts';
import { assertDurable, type BenchServer, withClient } from './bench-database.ts';
import { type Contender, httpContender, pgbenchContender } from './contenders/contender.ts';
import { startLoadGenerator } from './contenders/load-generator.ts';
import { locatePgbench } from './contenders/pgbench.ts';
import { assertLedgerHolds } from './ledger-check.ts';
import { measureRounds, type Results } from './measure-rounds.ts';
import { openSalesStock } from './sales-stock.ts';

const DATABASE = 'confirmations';
/** Calls that let V8 compile what it will run; they count in the ledger, not in the table. */
const WARM_UP = { sales: 12_000, connections: 32, seconds: 1.5 };

export interface ConfirmationOptions {
  rounds: number;
  seconds: number;
  /** For the API process, such as --cpu-prof. */
  nodeArguments: string[];
  onProgress: (line: string) => void;
}

/** Measures confirmations on an empty database of the server, then proves that the ledger holds them all. */
export async function measureConfirmations(
  server: BenchServer,
  options: ConfirmationOptions,
): Promise<Results> {
  const pgbench = locatePgbench();
  await server.createDatabase(DATABASE);
  const appUrl = server.appUrl(DATABASE);
  const { tokenSecret } = server;
  return await withClient(server.ownerUrl(DATABASE), async (owner) => {
    await assertDurable(owner);
    const stock = await openSalesStock(owner, tokenSecret);
    const load = startLoadGenerator();
    const api = await startApi({ appUrl, tokenSecret }, options.nodeArguments);
    const peer = await startHttpProcess(
      ['--import', 'tsx', join(import.meta.dirname, 'contenders/peer-prisma.ts')],
      { NODE_ENV: 'production', DATABASE_URL: appUrl },
    );
    try {
      const overHttp = [
        httpContender('ours', api, load, tokenSecret),
        httpContender('peer', peer, load, tokenSecret),
      ];
      let confirmed = 0;
      for (const contender of overHttp) {
        const slice = await stock.prepare(contender.tokens, WARM_UP.sales);
        confirmed += (await contender.measure(slice, WARM_UP.connections, WARM_UP.seconds)).confirmed;
      }
      await owner.query('VACUUM (ANALYZE) customers, transactions, cashback_lots, ledger_entries');
      await owner.query('CHECKPOINT');
      const contenders: Contender[] = [
        ...overHttp,
        pgbenchContender('five', pgbench, appUrl),
        pgbenchContender('one', pgbench, appUrl),
      ];
      const results = await measureRounds(contenders, stock, options);
      await assertLedgerHolds(owner, confirmed + results.confirmed);
      return results;
    } finally {
      for (const each of [load, api, peer]) await each.stop();
    }
  });
}
