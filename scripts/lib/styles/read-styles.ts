// Reads built styles as far as check-styles.ts looks at them. Not for sources: builds have no comments.

/**
 * Position of one of `characters` in `text` outside of strings, brackets and parentheses, at or after
 * `start`; -1 for none.
 */
function find(text: string, characters: string, start = 0): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (depth === 0 && characters.includes(character)) return at;
    else if ('(['.includes(character)) depth += 1;
    else if (')]'.includes(character)) depth -= 1;
  }
  return -1;
}

/** 'a:is(b,c),d' → ['a:is(b,c)', 'd'] */
export function split(text: string, separators: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = find(text, separators); at !== -1; at = find(text, separators, start)) {
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter(Boolean);
}

/** End of the block that begins at `open`. */
function endOfBlock(text: string, open: number): number {
  let at = open;
  for (let depth = 0; ; at += 1) {
    at = find(text, '{}', at);
    if (at === -1) throw new Error(`a block is never closed: ${text.slice(open, open + 80)}`);
    depth += text[at] === '{' ? 1 : -1;
    if (depth === 0) return at;
  }
}

interface Statement {
  prelude: string;
  block?: string;
}

/**
 * The statements of a style sheet, each with its prelude and block: `[{ prelude: '.a', block: 'color:red' },
 * { prelude: '@import x' }]`.
 */
function statements(text: string): Statement[] {
  const found: Statement[] = [];
  let start = 0;
  while (start < text.length) {
    const at = find(text, '{;', start);
    if (at === -1) {
      found.push({ prelude: text.slice(start).trim() });
      break;
    }
    const end = text[at] === '{' ? endOfBlock(text, at) : at;
    found.push({
      prelude: text.slice(start, at).trim(),
      ...(end > at && { block: text.slice(at + 1, end) }),
    });
    start = end + 1;
  }
  return found.filter(({ prelude, block }) => prelude !== '' || block !== undefined);
}

/** At-rules with a condition for their rules. */
const CONDITIONS = /^@(?:media|supports|container)\b/;

export interface StyleRule {
  selectors: string[];
  declarations: string[];
  /** Beginnings of the rules inside of it. */
  nested: string[];
  /** True if it holds on paper only. */
  isPrinted: boolean;
}
/** Any other at-rule, as it begins. */
export interface OtherRule {
  atRule: string;
}

/** Every style rule, also of those below conditions, and every other at-rule. */
export function readStyles(text: string, isPrinted = false): (StyleRule | OtherRule)[] {
  return statements(text).flatMap(({ prelude, block }) => {
    if (CONDITIONS.test(prelude)) return readStyles(block ?? '', isPrinted || prelude === '@media print');
    if (prelude.startsWith('@') || block === undefined) return [{ atRule: prelude }];
    const inside = statements(block);
    const declarations = inside.filter((each) => each.block === undefined).map((each) => each.prelude);
    const nested = inside.filter((each) => each.block !== undefined).map((each) => each.prelude);
    return [{ selectors: split(prelude, ','), declarations, nested, isPrinted }];
  });
}
