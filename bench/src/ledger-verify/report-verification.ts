import { cpus } from 'node:os';
import { type BenchServer, startBenchServer, withClient } from '../bench-database.ts';
import { formatTable } from '../print-table.ts';
import { ENTRIES_PER_CUSTOMER, fillLedger } from './fill-ledger.ts';
import { type MeasuredVerification, measureVerification } from './measure-verification.ts';

/** A million entries each: of one busy merchant, and of a platform of small ones. */
const SIZES = [
  { name: 'one_merchant', merchants: 1, customersPerMerchant: 50_000 },
  { name: 'many_merchants', merchants: 1_000, customersPerMerchant: 50 },
];
const LIMIT_SECONDS = 60;
/** Makes as many differences as customers: a verification that keeps them all in memory is found out here. */
const SPOIL = 'UPDATE customers SET total_spent_cents = total_spent_cents + 1';

/**
 * npm run bench -- --verify: fills two databases, runs `npm run ops -- ledger:verify` on each as the platform
 * would, then once more on books that are wrong for every customer. Sets the exit code when it takes longer
 * than it may, finds a difference in good books or misses one in bad books.
 */
export async function reportVerification(onProgress: (line: string) => void): Promise<void> {
  const server = await startBenchServer();
  try {
    const rows: string[][] = [];
    for (const size of SIZES) {
      onProgress(`writing the books of ${size.merchants} merchants`);
      await server.createDatabase(size.name);
      await withClient(server.ownerUrl(size.name), (owner) => fillLedger(owner, size));
      rows.push(await judge(server, size, 'good', 0, onProgress));
      await withClient(server.ownerUrl(size.name), (owner) => owner.query(SPOIL));
      rows.push(await judge(server, size, 'bad', size.merchants * size.customersPerMerchant, onProgress));
    }
    console.log(`\nVerification of a ledger (${cpus().length} cores, Node ${process.version})\n`);
    console.log(
      formatTable(['books', 'entries', 'differences', 'seconds', 'node MB', 'PostgreSQL MB'], rows),
    );
  } finally {
    await server.discard();
  }
}

async function judge(
  server: BenchServer,
  size: (typeof SIZES)[number],
  books: string,
  expectedDifferences: number,
  onProgress: (line: string) => void,
): Promise<string[]> {
  onProgress(`verifying ${books} books of ${size.merchants} merchants`);
  const measured: MeasuredVerification = await measureVerification(server, size.name);
  const isRight = measured.differences === expectedDifferences && measured.seconds <= LIMIT_SECONDS;
  if (!isRight || (measured.exitCode === 0) !== (expectedDifferences === 0)) process.exitCode = 1;
  return [
    `${size.merchants} merchants, ${books}`,
    String(size.merchants * size.customersPerMerchant * ENTRIES_PER_CUSTOMER),
    String(measured.differences),
    measured.seconds.toFixed(1),
    measured.nodeMegabytes.toFixed(0),
    measured.backendMegabytes.toFixed(0),
  ];
}
