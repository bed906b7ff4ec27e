/**
 * JSX to text: the replacement of `react/jsx-runtime` in the first paint, which comes before React. Its
 * output equals that of react-dom/server's renderToStaticMarkup (a test compares them for every view) for the
 * features that views use: host elements, plain functions, fragments, text. Features of a running application
 * (refs, event handlers) are left out.
 */

type Props = Record<string, unknown>;
type Component = (props: never) => unknown;

/** Text that is markup already. */
export class Markup {
  constructor(readonly text: string) {}
}

export const Fragment = ({ children }: { children?: unknown }) => new Markup(childrenText(children));

/** The one function of a JSX runtime; keys mean nothing to text. */
export function jsx(type: string | Component, props: Props): Markup {
  if (typeof type === 'function') return new Markup(childrenText(type(props as never)));
  const attributes = Object.entries(props)
    .map(([name, value]) => attributeText(name, value))
    .join('');
  if (VOID_ELEMENTS.has(type)) return new Markup(`<${type}${attributes}/>`);
  return new Markup(`<${type}${attributes}>${childrenText(props.children)}</${type}>`);
}

/** One function under both names, because calls of a wrapper would be inlined into every view. */
export { jsx as jsxs };

const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function childrenText(children: unknown): string {
  if (children instanceof Markup) return children.text;
  if (Array.isArray(children)) return children.map(childrenText).join('');
  if (typeof children === 'string' || typeof children === 'number') return escapeText(String(children));
  return '';
}

/**
 * React's names that are not written as they are: HTML knows no capitals, but React keeps those of the
 * others.
 */
const RENAMED: Record<string, string> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' };
/** Written as a word: true and false are values here. */
const SPOKEN = /^(?:aria-|data-|focusable$)/;

function attributeText(name: string, value: unknown): string {
  if (name === 'children' || name === 'ref' || name === 'key' || /^on[A-Z]/.test(name)) return '';
  if (value === undefined || value === null) return '';
  if (name === 'style') return styleText(value as Props);
  if (typeof value === 'boolean' && !SPOKEN.test(name)) return value ? ` ${htmlName(name)}=""` : '';
  return ` ${htmlName(name)}="${escapeText(String(value))}"`;
}

function htmlName(name: string): string {
  return RENAMED[name] ?? (/^(?:stroke|fill|clip)[A-Z]/.test(name) ? hyphenated(name) : name);
}

function styleText(style: Props): string {
  const declarations = Object.entries(style)
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(
      ([name, value]) =>
        `${name.startsWith('--') ? name : hyphenated(name)}:${escapeText(String(value).trim())}`,
    );
  return declarations.length > 0 ? ` style="${declarations.join(';')}"` : '';
}

const hyphenated = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
