import { createHash } from 'node:crypto';

/** 'sha384-…', the format of a script's integrity attribute. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/**
 * A build's version, from its files' names and hashes alone. The same build is the same release whenever and
 * wherever it was made, and a version proves that its release.json is genuine.
 */
export function versionOf(files: Readonly<Record<string, string>>): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${name} ${files[name]}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, 12);
}
