import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Files that a build works without: source maps, and other encodings of a file beside it. */
const LEFT_OUT = /\.(?:map|br|gz)$/;

type Encoding = 'utf8' | 'base64';
type PackedFile = [name: string, encoding: Encoding, content: string];

function namesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !LEFT_OUT.test(name) && statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

/** The files of a folder as one, small enough for a repository; the same files make the same bytes. */
export function packBuild(folder: string, leftOut: readonly string[] = []): Buffer {
  const files = namesOf(folder)
    .filter((name) => !leftOut.includes(name))
    .map((name): PackedFile => {
      const content = readFileSync(join(folder, name));
      const text = content.toString('utf8');
      const encoding = Buffer.from(text).equals(content) ? 'utf8' : 'base64';
      return [name, encoding, content.toString(encoding)];
    });
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS };
  return brotliCompressSync(JSON.stringify(files), { params });
}

export function unpackBuild(packed: Buffer, folder: string): void {
  const files = JSON.parse(brotliDecompressSync(packed).toString('utf8')) as PackedFile[];
  for (const [name, encoding, content] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(content, encoding));
  }
}
