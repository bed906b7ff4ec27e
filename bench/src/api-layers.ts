import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './child-process.ts';
import { formatTable } from './print-table.ts';

const FOLDER = join(ROOT, '.data/bench-profile');
const BUNDLE = join(ROOT, 'api/dist/main.js');

/** Arguments with which an API process leaves a profile of its processor when it ends. */
export const PROFILING = ['--cpu-prof', `--cpu-prof-dir=${FOLDER}`];

/** The part of the start that is told apart; no call pays for it. */
const START = 'start of the process';
/** The API's parts, each by the files and functions that belong to it. The first that matches counts. */
const LAYERS: readonly [name: string, at: RegExp][] = [
  [START, /^(?:src\/main|@prisma|avvio)|buildSchemaController|ajv/],
  ['admission', /^src\/(?:http\/overload|http\/drain|lib\/admission)/],
  ['request ids and log context', /^(?:src\/http\/request-ids|src\/lib\/log|pino|@pinojs)/],
  ['metrics', /^(?:src\/http\/metrics|src\/lib\/metrics|prom-client)/],
  ['limits', /^src\/(?:lib\/rate-limit|limits\/|lib\/client-network)/],
  [
    'context and session',
    /^src\/server\.ts (?:createContext|findNamed|browser)|^src\/auth|^src\/http\/\w+-cookie/,
  ],
  [
    'guards: host, headers, origin',
    /^(?:src\/http\/(?:request-guard|security)|src\/domains|src\/server|@fastify\/|ipaddr)/,
  ],
  ['validation', /^(?:zod|packages\/domain)/],
  ['tRPC', /^(?:@trpc|src\/trpc|src\/lib\/with-deadline)/],
  ['answer and its serialization', /^src\/http\/trpc-route/],
  ['traces, rollups and live events', /^src\/(?:ledger\/confirmation-traces|rollups|lib\/live)/],
  ['database client', /^(?:pg|postgres-|src\/tenant|src\/lib\/database|.*\.sql\.ts)/],
  ['jobs', /^(?:graphile-worker|src\/jobs|src\/deliveries|src\/lib\/yield)/],
  ['use case and shared statements', /^src\//],
  ['Fastify', /^(?:fastify|find-my-way|secure-json)/],
];
const SYSTEM = 'Node itself: sockets, promises, modules';
const COLLECTION = '(garbage collector)';

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}

interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** The profile that the process with this id left; undefined where it left none. */
function readProfile(pid: number): Profile | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const name = readdirSync(FOLDER).find((each) => each.split('.')[3] === String(pid));
  return name && JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}

/** 'src/trpc.ts answering' or 'pg/lib/client.js query'; undefined for Node's own code. */
function createPlaceOf(): (node: ProfileNode) => string | undefined {
  const map = new SourceMap(JSON.parse(readFileSync(`${BUNDLE}.map`, 'utf8')));
  return ({ callFrame: { url, functionName, lineNumber, columnNumber } }) => {
    const [, inPackage] = /.*node_modules\/(.+)$/.exec(url) ?? [];
    if (inPackage) return `${inPackage} ${functionName}`;
    if (!url.endsWith('api/dist/main.js')) return undefined;
    const entry = map.findEntry(lineNumber, columnNumber);
    const source = 'originalSource' in entry ? entry.originalSource : 'src/main.ts';
    return `${source.replace(/^(?:\.\.\/)+/, '')} ${functionName}`;
  };
}

/** Time by layer. What Node does for a layer counts as that layer's: the nearest caller's that is known. */
function timeByLayer({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const placeOf = createPlaceOf();
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const layers = new Map<number, string>();
  const layerOf = (id: number): string => {
    const known = layers.get(id);
    if (known !== undefined) return known;
    const node = byId.get(id) as ProfileNode;
    const place = placeOf(node);
    const parent = parents.get(id);
    const named = place && LAYERS.find(([, at]) => at.test(place))?.[0];
    const layer = named ?? (parent === undefined ? SYSTEM : layerOf(parent));
    layers.set(id, layer);
    return layer;
  };
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = byId.get(id)?.callFrame.functionName ?? '';
    if (name === '(idle)') continue;
    const layer = name === COLLECTION ? 'garbage collection' : layerOf(id);
    times.set(layer, (times.get(layer) ?? 0) + (timeDeltas[index] ?? 0));
  }
  times.delete(START);
  return times;
}

/**
 * What each layer of the API cost, by the profile of its process, which has ended: its share of the whole
 * run, and of `cpuMicroseconds`, the processor time of one call. Shares are of the time on the clock, with
 * moments in which the system let another process run.
 */
export function formatLayers(pid: number, cpuMicroseconds: number): string {
  const profile = readProfile(pid);
  if (profile === undefined) return 'The API process left no profile.';
  const times = timeByLayer(profile);
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...times]
    .sort(([, one], [, other]) => other - one)
    .map(([layer, time]) => [
      layer,
      `${((100 * time) / total).toFixed(1)} %`,
      ((cpuMicroseconds * time) / total).toFixed(0),
    ]);
  return formatTable(['layer of the API', 'share of the run', 'so many µs at 32 connections'], rows);
}
