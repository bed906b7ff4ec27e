import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrityOf } from 'api/releases/release-integrity';
import type { RemoteName } from 'domain/releases';

const ROOT = join(import.meta.dirname, '../..');

/** As long as the hashes in the names that the build gives. */
const nameHashOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 10);

/**
 * A remote's build as it would be with another text in its sources: a copy of `dist` in which `text` is
 * `others`, with the names and hashes of the changed files in all that refer to them. Compressed copies are
 * left out, for they are the old ones.
 */
export function changedBuild(remote: RemoteName, folder: string, text: string, others: string): string {
  cpSync(join(ROOT, remote, 'dist'), folder, { recursive: true });
  for (const name of readdirSync(folder)) if (/\.(?:br|gz|map)$/.test(name)) rmSync(join(folder, name));
  const names = readdirSync(folder).filter((name) => /\.(?:js|json)$/.test(name));
  const contents = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const changed = names.filter((name) => name.endsWith('.js') && contents.get(name)?.includes(text));
  if (changed.length === 0) throw new Error(`no script of ${remote} says '${text}'`);
  const replacements: [string, string][] = [];
  for (const name of changed) {
    const before = contents.get(name) ?? '';
    const after = before.replaceAll(text, others);
    contents.set(name, after);
    const [, nameHash = ''] = /\.([0-9a-f]{10})\.js$/.exec(name) ?? [];
    replacements.push([integrityOf(before), integrityOf(after)], [nameHash, nameHashOf(after)]);
  }
  const renewed = (text: string) => replacements.reduce((all, [old, now]) => all.replaceAll(old, now), text);
  for (const [name, content] of contents) {
    writeFileSync(join(folder, name), renewed(content));
    if (renewed(name) !== name) renameSync(join(folder, name), join(folder, renewed(name)));
  }
  renewEntryHash(folder);
  return folder;
}

/** The entry names the others' hashes, so its own is another as well. */
function renewEntryHash(folder: string): void {
  const list = join(folder, 'integrity.json');
  const integrity = JSON.parse(readFileSync(list, 'utf8'));
  integrity['remoteEntry.js'] = integrityOf(readFileSync(join(folder, 'remoteEntry.js')));
  writeFileSync(list, JSON.stringify(integrity));
}
