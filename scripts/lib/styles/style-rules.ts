// Four front ends share one document, so no front end's styles may change another's.
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';
import parseSelector, { type Node, type Pseudo, type Selector } from 'postcss-selector-parser';

/** Which front end's a built file is, and its path below `dist`. */
interface BuiltFile {
  frontEnd: string;
  file: string;
}

/** 'mfe-backoffice' → 'b': the first letter of each of its own names; see federation/src/rspack.mjs. */
const initialOf = (frontEnd: string) => frontEnd.replace('mfe-', '').charAt(0);

/**
 * What packages/ui/src/{tokens,brand,base}.css say of every element: the document's owner alone brings it, in
 * its first file.
 */
const DOCUMENT_FILE = /^assets\/main\.[0-9a-f]+\.css$/;
const DOCUMENT_SELECTORS = new Set([
  ...[':root', '[data-theme=light]', ':root:not([data-theme=light])', '[data-theme=dark]', '[data-theme]'],
  ...[
    '[style*=--brand\\:]',
    '*',
    ':before',
    ':after',
    'html',
    'body',
    'h1',
    'h2',
    'h3',
    'h4',
    'p',
    'dd',
    'td',
  ],
  ...['ul', 'ol', 'img', 'svg', 'button', 'input', 'select', 'textarea', 'a', 'table', '[hidden]'],
  ...[':focus-visible', '[tabindex="-1"]:focus-visible', '::selection'],
]);

/** Properties whose value is a name in the whole document. */
const NAMES_FOR_ALL = new Set(['view-transition-name', 'anchor-name', 'timeline-scope']);

/** At-rules under which their rules hold or not. */
const CONDITIONS = new Set(['media', 'supports', 'container']);

const selectorsOf = ({ selector }: Rule): Selector[] => parseSelector().astSync(selector).nodes;

function classesIn(selector: Selector): string[] {
  const names: string[] = [];
  selector.walkClasses(({ value }) => void names.push(value));
  return names;
}

const isChoice = (node: Node): node is Pseudo => node.type === 'pseudo' && /^:(?:is|where)$/.test(node.value);

/** Elements match only with a class of this front end: the compound's own, or one in each part of `:is()`. */
function hasOwnClass(compound: Node[], initial: string): boolean {
  return compound.some(
    (node) =>
      (node.type === 'class' && node.value.startsWith(initial)) ||
      (isChoice(node) && node.nodes.every((selector) => isOwn(selector, initial))),
  );
}

/** '.a>b .c' → ['.a', 'b', '.c'] and the combinators between them, ['>', ' ']. */
function compoundsOf({ nodes }: Selector): { compounds: Node[][]; combinators: string[] } {
  const compounds: Node[][] = [[]];
  const combinators: string[] = [];
  for (const node of nodes) {
    if (node.type === 'combinator') {
      combinators.push(node.value.trim() || ' ');
      compounds.push([]);
    } else compounds.at(-1)?.push(node);
  }
  return { compounds, combinators };
}

/** Every element that matches has a class of this front end, or is inside of one that has. */
function isOwn(selector: Selector, initial: string): boolean {
  const { compounds, combinators } = compoundsOf(selector);
  if (hasOwnClass(compounds.at(-1) ?? [], initial)) return true;
  return compounds.some(
    (compound, index) => hasOwnClass(compound, initial) && [' ', '>'].includes(combinators[index] ?? ''),
  );
}

/** Hides the rest of the page from paper while something of this front end is printed. */
function printsInsteadOfPage(selector: Selector, initial: string): boolean {
  return /^\s*body:has\(/.test(String(selector)) && classesIn(selector)[0]?.startsWith(initial) === true;
}

function judgeSelector(
  selector: Selector,
  { frontEnd, file }: BuiltFile,
  isPrinted: boolean,
): string | undefined {
  const initial = initialOf(frontEnd);
  const text = String(selector).trim();
  const foreign = classesIn(selector).find((name) => !name.startsWith(initial));
  if (foreign) return `'${text}' speaks of .${foreign}, which is not this front end's`;
  if (isOwn(selector, initial)) return undefined;
  const isDocuments = frontEnd === 'shell' && DOCUMENT_FILE.test(file) && DOCUMENT_SELECTORS.has(text);
  if (isDocuments || (isPrinted && printsInsteadOfPage(selector, initial))) return undefined;
  return `'${text}' reaches elements of other front ends`;
}

/** The build writes no rule inside of a rule; one would have to be judged together with the outer one. */
function judgeInside(node: ChildNode): string | undefined {
  if (node.type === 'decl')
    return NAMES_FOR_ALL.has(node.prop) ? `'${node}' names something for the whole document` : undefined;
  return node.type === 'comment' ? undefined : `'${node}' is a rule inside of a rule, which is not looked at`;
}

function judgeAtRule(rule: AtRule, built: BuiltFile, isPrinted: boolean): (string | undefined)[] {
  if (CONDITIONS.has(rule.name))
    return judge(rule, built, isPrinted || (rule.name === 'media' && rule.params === 'print'));
  const isOwnName = rule.name === 'keyframes' && rule.params.startsWith(initialOf(built.frontEnd));
  return [isOwnName ? undefined : `'@${rule.name} ${rule.params}' holds for the whole document`];
}

function judge(container: Container, built: BuiltFile, isPrinted: boolean): (string | undefined)[] {
  return (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'atrule') return judgeAtRule(node, built, isPrinted);
    if (node.type !== 'rule') return [];
    return [
      ...selectorsOf(node).map((selector) => judgeSelector(selector, built, isPrinted)),
      ...node.nodes.map(judgeInside),
    ];
  });
}

/** One sentence for each rule in a built style sheet that could change the look of another front end. */
export function trespassesIn(css: string, built: BuiltFile): string[] {
  const sentences = judge(postcss.parse(css), built, false);
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
}

/** One sentence for each selector in a source that reaches into the elements it gives classes to. */
export function reachesInside(css: string): string[] {
  const found: string[] = [];
  postcss.parse(css).walkRules((rule) => {
    for (const selector of selectorsOf(rule))
      if (compoundsOf(selector).compounds.length > 1)
        found.push(`'${String(selector).trim()}' reaches into the remote that is inside`);
  });
  return found;
}
