import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from './statistics.ts';

const FLUSHES = 300;
/** Least that PostgreSQL writes: one page of its log. */
const PAGE_BYTES = 8_192;

/** Milliseconds until 8 kB appended to a file of this folder are on the disk: median and 99th percentile. */
export function measureFlush(folder: string): { p50Ms: number; p99Ms: number } {
  const path = join(folder, 'flush-probe');
  const file = openSync(path, 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const times: number[] = [];
  try {
    for (let flush = 0; flush < FLUSHES; flush += 1) {
      const startedAt = performance.now();
      writeSync(file, page);
      fdatasyncSync(file);
      times.push(performance.now() - startedAt);
    }
  } finally {
    closeSync(file);
    rmSync(path);
  }
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
