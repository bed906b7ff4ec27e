import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Beside what was built: the API reads it, as a preload must name the integrity that its file is asked for
 * with.
 */
const INTEGRITY_LIST = 'integrity.json';

/**
 * Writes the integrity of each script and style: `{ 'assets/main.aa.js': 'sha384-…' }`. Comes after
 * SubresourceIntegrityPlugin.
 */
export class IntegrityListPlugin {
  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('IntegrityListPlugin', async (compilation) => {
      const { path } = compiler.options.output;
      const names = compilation
        .getAssets()
        .map(({ name }) => name)
        .filter((name) => /\.(?:js|css)$/.test(name))
        .sort();
      const list = {};
      for (const name of names) {
        const hash = createHash('sha384').update(await readFile(join(path, name)));
        list[name] = `sha384-${hash.digest('base64')}`;
      }
      await writeFile(join(path, INTEGRITY_LIST), `${JSON.stringify(list, null, 2)}\n`);
    });
  }
}
