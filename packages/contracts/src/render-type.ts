import ts from 'typescript';

const { TypeFlags, SymbolFlags, ObjectFlags } = ts;

export interface Rendering {
  checker: ts.TypeChecker;
  /** Names that an object without them refuses by a property of the type NotTakenAnyMore. */
  refused?: ReadonlySet<string>;
}

/**
 * A type written out: no name in it but those of properties, the same text for the same type whatever its
 * declarations are called and in which order they come. Throws for what JSON cannot carry, and for `any`,
 * which would compare with everything.
 */
export function renderType(type: ts.Type, rendering: Rendering): string {
  return render(type, rendering, []);
}

function render(type: ts.Type, rendering: Rendering, parents: readonly ts.Type[]): string {
  const { flags } = type;
  if (flags & TypeFlags.Any) throw new Error('any says nothing of what is sent');
  if (flags & TypeFlags.Boolean) return 'boolean';
  if (flags & (TypeFlags.Void | TypeFlags.Undefined)) return 'undefined';
  if (flags & TypeFlags.BigIntLike) throw new Error('JSON has no bigint');
  if (type.isStringLiteral()) return JSON.stringify(type.value);
  if (type.isNumberLiteral()) return String(type.value);
  if (type.isUnion()) return either(members(type, rendering, parents));
  const primitive = type.isIntersection() && type.types.find((part) => !(part.flags & TypeFlags.Object));
  // A brand exists for the type checker alone; the wire carries its text or number.
  if (primitive) return render(primitive, rendering, parents);
  if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return renderObject(type, rendering, parents);
  return rendering.checker.typeToString(type);
}

/** The possibilities of a type, each once. */
function members(type: ts.Type, rendering: Rendering, parents: readonly ts.Type[]): Set<string> {
  const parts = type.isUnion() ? type.types : [type];
  const texts = new Set(parts.map((part) => render(part, rendering, parents)));
  if (texts.delete('true')) texts.add(texts.delete('false') ? 'boolean' : 'true');
  return texts;
}

const either = (texts: ReadonlySet<string>) => (texts.size === 0 ? 'never' : [...texts].sort().join(' | '));

function renderObject(type: ts.Type, rendering: Rendering, parents: readonly ts.Type[]): string {
  const { checker } = rendering;
  if (parents.includes(type)) throw new Error('a type that contains itself cannot be written out');
  const inside = [...parents, type];
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return `Array<${item ? render(item, rendering, inside) : 'never'}>`;
  }
  if (checker.isTupleType(type)) return renderTuple(type as ts.TupleTypeReference, rendering, inside);
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0)
    throw new Error('JSON has no functions');
  const indent = '  '.repeat(inside.length);
  const lines = [...renderIndexes(type, rendering, inside), ...renderProperties(type, rendering, inside)];
  return lines.length === 0
    ? '{}'
    : `{\n${lines.map((line) => `${indent}${line};\n`).join('')}${indent.slice(2)}}`;
}

function renderTuple(tuple: ts.TupleTypeReference, rendering: Rendering, inside: readonly ts.Type[]): string {
  if (!(tuple.target.objectFlags & ObjectFlags.Tuple) || tuple.target.minLength !== tuple.target.fixedLength)
    throw new Error('a list of some fixed and some free items cannot be written out');
  const items = rendering.checker.getTypeArguments(tuple);
  return `[${items.map((item) => render(item, rendering, inside)).join(', ')}]`;
}

function renderIndexes(type: ts.Type, rendering: Rendering, inside: readonly ts.Type[]): string[] {
  return rendering.checker
    .getIndexInfosOfType(type)
    .map(
      (index) =>
        `[key: ${render(index.keyType, rendering, inside)}]: ${render(index.type, rendering, inside)}`,
    );
}

function renderProperties(type: ts.Type, rendering: Rendering, inside: readonly ts.Type[]): string[] {
  const { checker, refused = new Set<string>() } = rendering;
  const properties = checker.getPropertiesOfType(type);
  const lines = properties.map((property) => {
    const texts = saying(property, () => members(checker.getTypeOfSymbol(property), rendering, inside));
    // An undefined value is not sent, so a property that may be undefined is one that may be missing.
    const isOptional = texts.delete('undefined') || Boolean(property.flags & SymbolFlags.Optional);
    return `${key(property.name)}${isOptional ? '?' : ''}: ${either(texts)}`;
  });
  const isOpen = checker.getIndexInfosOfType(type).length > 0;
  const names = new Set(properties.map(({ name }) => name));
  for (const name of isOpen ? [] : refused)
    if (!names.has(name)) lines.push(`${key(name)}?: NotTakenAnyMore`);
  return lines.sort();
}

const key = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));

/** Adds the property to the error of a type that cannot be written out. */
function saying<Result>(property: ts.Symbol, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new Error(`${property.name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
