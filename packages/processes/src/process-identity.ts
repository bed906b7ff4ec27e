import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** True if a process of this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ps(pid: number, column: string): string {
  return (
    spawnSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
  );
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The command line of a process, its arguments separated by spaces; empty when it cannot be read. */
export function commandLine(pid: number): string {
  if (!existsSync('/proc/self/stat')) return ps(pid, 'command');
  return readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

/**
 * Identifies a process against a later one given the same id: ids are reused, quickly so in containers, start
 * times within one boot are not. Undefined when there is no such process.
 */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (!existsSync('/proc/self/stat')) return `${pid}:${ps(pid, 'lstart')}`;
  // The second field is the program's name in parentheses and may hold spaces; field 22 is counted from its
  // end.
  const fields = readProc(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const bootId = readProc('/proc/sys/kernel/random/boot_id').trim();
  return fields[0] === 'Z' ? undefined : `${pid}:${bootId}:${fields[19]}`;
}

/** Waits until the process is gone. Returns false if it still runs after `timeoutMs`. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (processIdentity(pid) !== undefined) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
