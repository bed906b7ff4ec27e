import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

/** Packages from the registry, by their place in node_modules. */
const FOREIGN = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

/** True if our machines would install it: Linux with glibc on either processor. */
function isForOurMachines({ os, cpu, libc }: Locked): boolean {
  return (
    (os === undefined || os.includes('linux')) &&
    (cpu === undefined || cpu.some((each) => each === 'x64' || each === 'arm64')) &&
    (libc === undefined || libc.includes('glibc'))
  );
}

describe('what npm ci brings', () => {
  test('runs no code while it is installed, with npm 10 as with npm 11', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });

  test('is exactly what the lock file saw: every package our machines install has its hash there', () => {
    const unhashed = FOREIGN.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(unhashed.filter(([, locked]) => isForOurMachines(locked)).map(([path]) => path)).toEqual([]);
    expect(unhashed.filter(([, { optional }]) => !optional).map(([path]) => path)).toEqual([]);
  });

  test('comes from the registry: no package names another place', () => {
    expect(FOREIGN.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    for (const [, { version }] of FOREIGN) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });
});
