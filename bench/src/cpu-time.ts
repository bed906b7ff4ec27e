import { readdirSync, readFileSync } from 'node:fs';

/** The processes in which the work of a confirmation is done. */
export const PLACES = ['database', 'server', 'client'] as const;
export type Place = (typeof PLACES)[number];

/**
 * Microseconds of processor time. Unlike the time on the clock it hardly depends on what else the machine
 * does.
 */
export type CpuTime = Record<Place, number>;

/** Linux counts in hundredths of a second. */
const MICROSECONDS_PER_TICK = 10_000;

interface ProcessTimes {
  parent: number;
  own: number;
  /** Time of children that have ended. */
  ended: number;
}

function read(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; what follows it does not.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return {
      parent,
      own: (user + system) * MICROSECONDS_PER_TICK,
      ended: (endedUser + endedSystem) * MICROSECONDS_PER_TICK,
    };
  } catch {
    return undefined;
  }
}

function ofFamily(pid: number): number {
  const children = readdirSync('/proc')
    .map((name) => read(Number(name)))
    .filter((times) => times?.parent === pid);
  const parent = read(pid);
  return (
    (parent?.own ?? 0) + (parent?.ended ?? 0) + children.reduce((sum, child) => sum + (child?.own ?? 0), 0)
  );
}

/** Reads the time used so far by processes, by their ids; undefined where the system does not tell. */
export function readCpuTime(pids: {
  database: number;
  servers: number[];
  load: number;
}): CpuTime | undefined {
  if (read(process.pid) === undefined) return undefined;
  const own = (pid: number) => read(pid)?.own ?? 0;
  return {
    database: ofFamily(pids.database),
    server: pids.servers.reduce((sum, pid) => sum + own(pid), 0),
    // pgbench has ended by the time it is asked about; only its parent still knows its time.
    client: own(pids.load) + (read(process.pid)?.ended ?? 0),
  };
}

/** Microseconds of processor time that one process has used so far, to the nanosecond; Linux only. */
export function readOwnCpuTime(pid: number): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1_000;
}
