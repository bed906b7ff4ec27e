import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** For tests: what the program of scripts/ prints, run as a command. Rejects with its errors if it fails. */
export async function runProgram(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const program = join(import.meta.dirname, '..', name);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...args], {
    env: { ...process.env, ...env },
  });
  return stdout.trim();
}
