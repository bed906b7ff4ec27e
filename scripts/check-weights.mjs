// Measures the builds against weight-budgets.mjs, and checks that no page has a second React and none begins
// with code that is only drawn later. Exit code 1 names the part that is too heavy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from 'processes/child-processes';
import { FIRST_LOAD_BUDGETS, FRONT_END_BUDGETS, LATE } from './weight-budgets.mjs';

const FRONT_ENDS = Object.keys(FRONT_END_BUDGETS);
/** Packages that the shell brings to all front ends, and the code of each that may exist only once. */
const SINGLE = {
  react: /[\\/]react[\\/]cjs[\\/]react\.production\.js/,
  'react-dom': /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js/,
};

const inDist = (frontEnd, file) => join(ROOT, frontEnd, 'dist', file);
const kB = (bytes) => (bytes / 1_000).toFixed(1);
const sum = (parts) => parts.reduce((total, { bytes }) => total + bytes, 0);

/** Bytes that the browser downloads: the build compressed them already, unless the file is tiny. */
function weigh(frontEnd, file) {
  const compressed = inDist(frontEnd, `${file}.br`);
  const bytes = existsSync(compressed)
    ? readFileSync(compressed).length
    : brotliCompressSync(readFileSync(inDist(frontEnd, file))).length;
  return { name: `${frontEnd}/${file}`, bytes };
}

function scriptsOf(frontEnd) {
  return readdirSync(inDist(frontEnd, ''), { recursive: true }).filter((file) => file.endsWith('.js'));
}

function filesOf(frontEnd, names) {
  const chunks = JSON.parse(readFileSync(inDist(frontEnd, 'chunks.json'), 'utf8'));
  for (const name of names) {
    if (!chunks[name])
      throw new Error(`${frontEnd}/dist/chunks.json has no '${name}'; see weight-budgets.mjs`);
  }
  return [...new Set(names.flatMap((name) => chunks[name]))].filter((file) => file.endsWith('.js'));
}

function inlineScript(screen) {
  const path = inDist('mfe-customer', 'first-paint.json');
  const screens = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const { firstCall = '', script } = screens[screen] ?? {};
  if (!script) throw new Error(`the customers' first-paint.json has no script for '${screen}'`);
  return { name: 'inside the page', bytes: brotliCompressSync(firstCall + script).length };
}

function partsOf({ inline, ...budget }) {
  const files = FRONT_ENDS.flatMap((frontEnd) =>
    filesOf(frontEnd, budget[frontEnd] ?? []).map((file) => weigh(frontEnd, file)),
  );
  return inline === undefined ? files : [...files, inlineScript(inline)];
}

/** The files that code was built into, by their source maps. */
function filesWith(code) {
  const hasIt = (path) => JSON.parse(readFileSync(path, 'utf8')).sources.some((source) => code.test(source));
  return FRONT_ENDS.flatMap((frontEnd) =>
    scriptsOf(frontEnd)
      .filter((file) => existsSync(inDist(frontEnd, `${file}.map`)) && hasIt(inDist(frontEnd, `${file}.map`)))
      .map((file) => `${frontEnd}/${file}`),
  );
}

let isWithin = true;

function judge(name, parts, limitKB) {
  const bytes = sum(parts);
  const isOver = bytes > limitKB * 1_000;
  console.log(
    `${isOver ? 'OVER' : 'ok  '} ${kB(bytes).padStart(6)} of ${String(limitKB).padStart(3)} kB  ${name}`,
  );
  if (!isOver) return;
  isWithin = false;
  const heaviest = parts.toSorted((one, other) => other.bytes - one.bytes);
  for (const part of heaviest) console.log(`       ${kB(part.bytes).padStart(6)} kB  ${part.name}`);
  console.log(
    `       ${kB(bytes - limitKB * 1_000)} kB too much; the limits are in scripts/weight-budgets.mjs`,
  );
}

for (const [frontEnd, limitKB] of Object.entries(FRONT_END_BUDGETS)) {
  judge(
    `all of ${frontEnd}`,
    scriptsOf(frontEnd).map((file) => weigh(frontEnd, file)),
    limitKB,
  );
}
for (const [page, { kB: limitKB, ...budget }] of Object.entries(FIRST_LOAD_BUDGETS)) {
  judge(page, partsOf(budget), limitKB);
}
for (const [packageName, code] of Object.entries(SINGLE)) {
  const files = filesWith(code);
  const isOne = files.length === 1 && files[0]?.startsWith('shell/assets/main.');
  if (isOne) continue;
  isWithin = false;
  console.log(
    `OVER ${packageName} belongs into the shell's first file alone; it is in: ${files.join(', ') || 'none'}`,
  );
}
for (const [packageName, { code, frontEnds, askedFor }] of Object.entries(LATE)) {
  const files = filesWith(code);
  const late = frontEnds.flatMap((frontEnd) =>
    filesOf(frontEnd, [askedFor]).map((file) => `${frontEnd}/${file}`),
  );
  const isLate = files.length > 0 && files.every((file) => late.includes(file));
  if (!isLate) {
    isWithin = false;
    console.log(
      `OVER ${packageName} belongs into '${askedFor}' alone; it is in: ${files.join(', ') || 'none'}`,
    );
  }
  for (const [page, budget] of Object.entries(FIRST_LOAD_BUDGETS)) {
    const early = partsOf(budget).filter(({ name }) => files.includes(name));
    if (early.length === 0) continue;
    isWithin = false;
    console.log(`OVER ${page} begins with ${packageName}: ${early.map(({ name }) => name).join(', ')}`);
  }
}
process.exitCode = isWithin ? 0 : 1;
