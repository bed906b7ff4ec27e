// Rules for the styles of four front ends that share one document, so that none changes another's elements.
import { type OtherRule, readStyles, type StyleRule, split } from './read-styles.ts';

/** The front end of a built file, and its path below `dist`. */
interface BuiltFile {
  frontEnd: string;
  file: string;
}

/** 'mfe-backoffice' → 'b': the first letter of each of its own names; see federation/src/rspack.mjs. */
const initialOf = (frontEnd: string) => frontEnd.replace('mfe-', '').charAt(0);

/**
 * Selectors of packages/ui/src/{tokens,brand,base}.css, which apply to every element: the document's owner
 * alone brings them, in its first file.
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

/** Names that at-rules give, and that hold for the whole document. */
const OWN_AT_RULE = /^@keyframes (\w)/;
const NAMES_FOR_ALL = /^(?:view-transition-name|anchor-name|timeline-scope)\s*:/;

/** Text in an attribute's value is no class. */
const classesIn = (text: string) =>
  [...text.replace(/\[[^\]]*\]/g, '').matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name);

/** Pattern of `:is(a,b)` and the like, with the list inside. */
const CONDITION = /:([a-z-]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

/**
 * True if an element must have a class of this front end to match: its own, or whichever of an `:is()`
 * applies.
 */
function hasOwnClass(compound: string, initial: string): boolean {
  const isOwnName = (name: string) => name.startsWith(initial);
  if (classesIn(compound.replace(CONDITION, '')).some(isOwnName)) return true;
  return [...compound.matchAll(CONDITION)].some(
    ([, name = '', choices = '']) =>
      ['is', 'where'].includes(name) && split(choices, ',').every((choice) => isOwn(choice, initial)),
  );
}

/** '.a>b .c' → ['.a', 'b', '.c'] with what stands between each and the next: ['>', ' ']. */
function compoundsOf(selector: string): { compounds: string[]; combinators: string[] } {
  const tight = selector.replace(/\s*([>+~])\s*/g, '$1');
  const compounds = split(tight, ' >+~');
  let at = 0;
  const combinators = compounds.map((compound) => {
    at = tight.indexOf(compound, at) + compound.length;
    return tight[at] ?? '';
  });
  return { compounds, combinators };
}

/**
 * True if all elements that a selector matches have a class of this front end or are inside of one that has.
 */
function isOwn(selector: string, initial: string): boolean {
  const { compounds, combinators } = compoundsOf(selector);
  const isOurs = (compound: string) => hasOwnClass(compound, initial);
  if (isOurs(compounds.at(-1) ?? '')) return true;
  return compounds.some(
    (compound, index) => isOurs(compound) && [' ', '>'].includes(combinators[index] ?? ''),
  );
}

/** True for a selector that applies while an element of ours is printed, to hide the rest of the page. */
function printsInsteadOfPage(selector: string, initial: string): boolean {
  const [, inside = ''] = /^body:has\(([^)]*)\)/.exec(selector) ?? [];
  return classesIn(inside).some((name) => name.startsWith(initial));
}

function judgeSelector(
  selector: string,
  { frontEnd, file }: BuiltFile,
  isPrinted: boolean,
): string | undefined {
  const initial = initialOf(frontEnd);
  const foreign = classesIn(selector).find((name) => !name.startsWith(initial));
  if (foreign) return `'${selector}' speaks of .${foreign}, which is not this front end's`;
  if (isOwn(selector, initial)) return undefined;
  const isDocuments = frontEnd === 'shell' && DOCUMENT_FILE.test(file) && DOCUMENT_SELECTORS.has(selector);
  if (isDocuments || (isPrinted && printsInsteadOfPage(selector, initial))) return undefined;
  return `'${selector}' reaches elements of other front ends`;
}

function judgeRule(rule: StyleRule | OtherRule, built: BuiltFile): string[] {
  if ('atRule' in rule) {
    const [, first] = OWN_AT_RULE.exec(rule.atRule) ?? [];
    if (first === initialOf(built.frontEnd)) return [];
    return [`'${rule.atRule}' holds for the whole document`];
  }
  return [
    ...rule.selectors.map((selector) => judgeSelector(selector, built, rule.isPrinted)),
    ...rule.declarations
      .filter((declaration) => NAMES_FOR_ALL.test(declaration))
      .map((declaration) => `'${declaration}' names something for the whole document`),
    // The build writes none; one would have to be judged together with its parent rule.
    ...rule.nested.map((each) => `'${each}' is a rule inside of a rule, which is not looked at`),
  ].filter((sentence) => sentence !== undefined);
}

/** One sentence for each thing in a built style sheet that could change what another front end looks like. */
export function trespassesIn(css: string, built: BuiltFile): string[] {
  return [...new Set(readStyles(css).flatMap((rule) => judgeRule(rule, built)))];
}

/** One sentence for each selector in a source that reaches into the elements it gives classes to. */
export function reachesInside(css: string): string[] {
  const rules = readStyles(css.replace(/\/\*[\s\S]*?\*\//g, ''));
  return rules
    .flatMap((rule) => ('atRule' in rule ? [] : [...rule.selectors, ...rule.nested]))
    .filter((selector) => compoundsOf(selector).compounds.length > 1)
    .map((selector) => `'${selector}' reaches into the remote that is inside`);
}
