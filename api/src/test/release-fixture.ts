import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { federationName, REMOTES, type RemoteName } from 'domain/releases';
import type { ReleasePlace } from '../env.ts';
import { readReleaseArguments } from '../releases/publish/release-arguments.ts';
import { runRelease } from '../releases/publish/run-release.ts';

/**
 * Front ends that a test can tell apart, in a folder of their own, and releases of them made by the real
 * command.
 */
export interface ReleaseFixture {
  /** Root in the repository's place: the shell, and each remote's build beside the API, marked 'beside'. */
  root: string;
  /** The release store's folder; not there until something is released. */
  store: string;
  /** A build that says `mark` in each of its files. */
  build(remote: RemoteName, mark: string): string;
  /** Runs `npm run release -- <remote> <options>` with a build marked `mark`; returns its output. */
  release(remote: RemoteName, mark: string, ...options: string[]): Promise<string>;
  /** The command without a build: '--promote', '--rollback', '--list'. */
  run(...args: string[]): Promise<string>;
  remove(): void;
}

const SHELL = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Volta</title>
<script defer src="/assets/main.js"></script></head><body><div id="root"></div></body></html>`;

function firstPaintOf(mark: string) {
  const markup = [`<b>${mark}</b>`];
  const screen = {
    css: '',
    script: `window.early='${mark}'`,
    standsAlone: false,
    markup: { merchantWithLogo: markup, merchant: markup, noMerchant: markup },
  };
  return { cashback: screen, redemption: screen, dashboard: screen, signup: screen };
}

function writeBuild(folder: string, remote: RemoteName, mark: string): string {
  mkdirSync(folder, { recursive: true });
  const entry = `/* ${remote} ${mark} */var ${federationName(remote)};${' '.repeat(2_000)}`;
  const files: Record<string, string | Buffer> = {
    'remoteEntry.js': entry,
    'remoteEntry.js.br': brotliCompressSync(entry),
    'remoteEntry.js.map': `{"sources":["${mark}"]}`,
    [`app.${mark}.js`]: `screen('${mark}')`,
    'chunks.json': JSON.stringify({ './app': [`app.${mark}.js`] }),
    'integrity.json': JSON.stringify({ [`app.${mark}.js`]: `sha384-of-${mark}` }),
  };
  if (remote === 'mfe-customer') {
    files['first-paint.json'] = JSON.stringify(firstPaintOf(mark));
    files['service-worker.js'] = `worker('${mark}')`;
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** `place`: where releases go, if not into the fixture's own folder. */
export function createReleaseFixture(place?: ReleasePlace): ReleaseFixture {
  const base = mkdtempSync(join(tmpdir(), 'releases-'));
  const root = join(base, 'repository');
  const store = join(base, 'store');
  mkdirSync(join(root, 'shell/dist/assets'), { recursive: true });
  writeFileSync(join(root, 'shell/dist/index.html'), SHELL);
  for (const remote of REMOTES) writeBuild(join(root, remote, 'dist'), remote, 'beside');

  const build = (remote: RemoteName, mark: string) =>
    writeBuild(join(base, 'builds', remote, mark), remote, mark);
  const run = async (...args: string[]) => {
    const said: string[] = [];
    await runRelease(readReleaseArguments(args), {
      place: place ?? { kind: 'folder', path: store },
      build: async (remote) => build(remote, 'built'),
      commit: () => null,
      writeContract: (_remote, folder) => {
        writeFileSync(join(folder, 'contract.d.ts'), 'export {};');
        return { file: 'contract.d.ts', sha256: '0'.repeat(64) };
      },
      readBom: async (remote) =>
        JSON.stringify({ bomFormat: 'CycloneDX', metadata: { component: { name: remote } } }),
      record: () => undefined,
      say: (line) => said.push(line),
    });
    return said.join('\n');
  };
  return {
    root,
    store,
    build,
    run,
    release: (remote, mark, ...options) => run(remote, '--from', build(remote, mark), ...options),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
