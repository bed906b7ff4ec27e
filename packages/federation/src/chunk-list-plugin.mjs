import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Written beside the build: the weight budgets read it, and the API, for the preloads of its pages. */
const CHUNK_LIST = 'chunks.json';

/** The federation plugin's own modules have no importer; their identifiers look like this. */
const EXPOSED = /^container entry /;
const SHARED = /^provide shared module \([^)]*\) (\S+?)@\d/;

function nameOfOrigin({ request, module }) {
  const identifier = module?.identifier() ?? '';
  const [, shared] = SHARED.exec(identifier) ?? [];
  return request ?? (EXPOSED.test(identifier) ? './app' : shared);
}

/**
 * The reason why a group of chunks is downloaded: an `import()`, the exposed app, a shared package, or an
 * entry.
 */
function namesOf(group) {
  const names = group.origins.map(nameOfOrigin).filter(Boolean);
  return new Set(names.length > 0 ? names : [group.name].filter(Boolean));
}

/**
 * Writes the list of files for each purpose: `{ './src/main.ts': ['a.js', 'a.css'], './routes/dashboard.tsx':
 * [...] }`.
 */
export class ChunkListPlugin {
  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('ChunkListPlugin', async ({ chunkGroups }) => {
      const list = {};
      for (const group of chunkGroups) {
        const files = group.getFiles().filter((file) => /\.(?:js|css)$/.test(file));
        for (const name of namesOf(group))
          list[name] = [...new Set([...(list[name] ?? []), ...files])].sort();
      }
      const text = `${JSON.stringify(list, Object.keys(list).sort(), 2)}\n`;
      await writeFile(join(compiler.options.output.path, CHUNK_LIST), text);
    });
  }
}
