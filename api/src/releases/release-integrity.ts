import { createHash } from 'node:crypto';

/** 'sha384-…', as a script's integrity is written. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/**
 * A build's version, from its files' names and hashes alone: the same build is the same release whenever and
 * wherever it was made, and whoever knows the version can tell that release.json is its own.
 */
export function versionOf(files: Readonly<Record<string, string>>): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${name} ${files[name]}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, 12);
}
