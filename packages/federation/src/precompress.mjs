import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED = /\.(?:js|css|html|json|svg|txt)$/;
/** Below this a compressed copy saves no packet. */
const MIN_BYTES = 1_024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Writes `x.br` and `x.gz` beside each text asset above 1 kB under `directory`, so that the server never
 * compresses while it answers. Source maps are left alone: browsers do not load them in production.
 */
export async function precompress(directory) {
  const names = await readdir(directory, { recursive: true });
  for (const name of names.filter((each) => COMPRESSED.test(each))) {
    const path = join(directory, name);
    if ((await stat(path)).size < MIN_BYTES) continue;
    const content = await readFile(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await Promise.all([
      brotli(content, quality).then((bytes) => writeFile(`${path}.br`, bytes)),
      gzipped(content, { level: constants.Z_BEST_COMPRESSION }).then((bytes) =>
        writeFile(`${path}.gz`, bytes),
      ),
    ]);
  }
}

/** Compresses what a finished production build left in its output directory. */
export class PrecompressPlugin {
  apply(compiler) {
    compiler.hooks.done.tapPromise('PrecompressPlugin', async (stats) => {
      if (!stats.hasErrors()) await precompress(compiler.options.output.path);
    });
  }
}
