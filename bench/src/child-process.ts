import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a program that does not outlive this process. */
export function startChild(program: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(program, args, { cwd: ROOT, ...options });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Runs a program to its end. Throws with its output when it fails. */
export async function runChild(
  program: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<{ stdout: string; stderr: string }> {
  const child = startChild(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} failed:\n${output.stdout}${output.stderr}`.trim());
  return output;
}

/** Asks a process to end and waits until it has. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
}
