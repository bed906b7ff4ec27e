import { writeFileSync } from 'node:fs';

/** What a file of places says of a network. */
export interface WrittenPlace {
  city: string;
  state?: string;
  country: string;
  latitude: number;
  longitude: number;
}

type Node = { 0?: Node; 1?: Node; data?: number };
type Value =
  | string
  | { double: number }
  | { uint: number; type: number }
  | Value[]
  | { map: Record<string, Value> };

/** Types of MaxMind's format; those above 7 take a byte of their own. */
const TYPE = { string: 2, double: 3, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11 };
/** Of a node's record, in bits. */
const RECORD_BITS = 24;

/**
 * Writes a file in MaxMind's format: places by IPv4 network of eight bits, '203' for 203.0.0.0/8.
 */
export function writePlaces(path: string, places: Record<string, WrittenPlace>): void {
  const root: Node = {};
  const data: Buffer[] = [];
  let size = 0;
  for (const [network, place] of Object.entries(places)) {
    const bits = Number(network).toString(2).padStart(8, '0');
    // IPv4 lies under ::/96.
    const leaf = [...'0'.repeat(96), ...bits].reduce<Node>(
      (node, bit) => (node[bit as '0' | '1'] ??= {}),
      root,
    );
    leaf.data = size;
    const bytes = encode(recordOf(place));
    data.push(bytes);
    size += bytes.length;
  }
  const nodes = numberNodes(root);
  const tree = Buffer.alloc(nodes.size * 2 * (RECORD_BITS / 8));
  for (const [node, number] of nodes) {
    for (const side of [0, 1] as const) {
      const record = recordFor(node[side], nodes);
      tree.writeUIntBE(record, (number * 2 + side) * (RECORD_BITS / 8), RECORD_BITS / 8);
    }
  }
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  writeFileSync(
    path,
    Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encode(metadataOf(nodes.size))]),
  );
}

/** The nodes with children, in the order in which they are written. */
function numberNodes(root: Node): Map<Node, number> {
  const nodes = new Map([[root, 0]]);
  for (const node of nodes.keys()) {
    for (const next of [node[0], node[1]]) if (next && next.data === undefined) nodes.set(next, nodes.size);
  }
  return nodes;
}

/** The number of the next node, of none, or of the data after the tree and its 16 zeros. */
function recordFor(next: Node | undefined, nodes: Map<Node, number>): number {
  if (!next) return nodes.size;
  return next.data === undefined ? (nodes.get(next) ?? 0) : nodes.size + 16 + next.data;
}

function recordOf({ city, state, country, latitude, longitude }: WrittenPlace): Value {
  return {
    map: {
      city: { map: { names: { map: { en: city } } } },
      country: { map: { iso_code: country } },
      location: { map: { latitude: { double: latitude }, longitude: { double: longitude } } },
      ...(state && { subdivisions: [{ map: { iso_code: state } }] }),
    },
  };
}

function metadataOf(nodes: number): Value {
  return {
    map: {
      binary_format_major_version: { uint: 2, type: TYPE.uint16 },
      binary_format_minor_version: { uint: 0, type: TYPE.uint16 },
      build_epoch: { uint: 1_700_000_000, type: TYPE.uint64 },
      database_type: 'City',
      description: { map: { en: 'places of a test' } },
      ip_version: { uint: 6, type: TYPE.uint16 },
      languages: ['en'],
      node_count: { uint: nodes, type: TYPE.uint32 },
      record_size: { uint: RECORD_BITS, type: TYPE.uint16 },
    },
  };
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(TYPE.string, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(TYPE.array, value.length), ...value.map(encode)]);
  if ('double' in value) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value.double);
    return Buffer.concat([head(TYPE.double, 8), bytes]);
  }
  if ('uint' in value) {
    const bytes = Buffer.from(value.uint.toString(16).padStart(8, '0'), 'hex').subarray(
      value.type === TYPE.uint16 ? 2 : 0,
    );
    return Buffer.concat([head(value.type, bytes.length), bytes]);
  }
  const entries = Object.entries(value.map);
  return Buffer.concat([
    head(TYPE.map, entries.length),
    ...entries.flatMap(([key, each]) => [encode(key), encode(each)]),
  ]);
}

/** Sizes here stay below 29, which fit into the first byte. */
function head(type: number, size: number): Buffer {
  return Buffer.from(type > 7 ? [size, type - 7] : [(type << 5) | size]);
}
