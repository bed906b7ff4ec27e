// The product reads its environment in one file, api/src/env.ts; this fails when another one does too.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/child-processes.mjs';

const PRODUCT = /^(api|shell|mfe-[^/]+|packages\/[^/]+)\/src\/.+\.tsx?$/;
// main.ts and worker.ts hand the environment over unread.
const EXEMPT = /^api\/src\/((env|main|worker)\.ts|generated\/)|\.test\.tsx?$/;
const READS_ENVIRONMENT =
  /\bprocess\.env\b|\bprocess\[|\{[^}]*\benv\b[^}]*\}\s*(=\s*process\b|from\s*'(node:)?process')/;

function listFiles(directory) {
  return readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

const WORKSPACES = readdirSync(ROOT).filter((name) => /^(api|shell|mfe-.+|packages)$/.test(name));
const offenders = WORKSPACES.flatMap(listFiles)
  .filter((path) => PRODUCT.test(path) && !EXEMPT.test(path))
  .filter((path) => READS_ENVIRONMENT.test(readFileSync(join(ROOT, path), 'utf8')));

for (const path of offenders) {
  console.error(`${path} reads the environment; take the value from readEnvironment in api/src/env.ts.`);
}
process.exitCode = offenders.length > 0 ? 1 : 0;
