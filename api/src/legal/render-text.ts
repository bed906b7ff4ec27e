import { slugify } from 'domain/slug';
import { Marked, type RendererObject, type Tokens } from 'marked';
import { escapeHtml } from '../lib/escape-html.ts';

/** A text as it stands in a document page. */
export interface RenderedText {
  html: string;
  /** Its headings of the second level, for a table of contents; `id` is the heading's. */
  sections: readonly { id: string; title: string }[];
}

/** Where a link may lead: a page of the web, an e-mail, a page of the same host, a section. */
const LINK = /^(?:https:\/\/|mailto:|\/(?![/\\])|#)/;
/** All of them may be escaped in Markdown. A line break would begin a new block; amounts stay unbroken. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Renders Markdown. Tags in it are shown as text, pictures are left out, unusual links are not links. */
export function renderText(markdown: string): RenderedText {
  const sections: { id: string; title: string }[] = [];
  const renderer: RendererObject = {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    image: () => '',
    heading({ tokens, depth }) {
      const title = this.parser.parseInline(tokens, this.parser.textRenderer);
      const id = slugify(title.replace(/^[\d.\s]+/, ''));
      if (depth === 2) sections.push({ id, title });
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return LINK.test(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    },
  };
  const html = new Marked({ renderer }).parse(markdown, { async: false });
  // A wide table scrolls by itself, by keyboard too.
  const scrolling = '<div class="table" role="group" aria-label="Tabela" tabindex="0"><table>';
  return { html: html.replaceAll('<table>', scrolling).replaceAll('</table>', '</table></div>'), sections };
}

/**
 * Puts values in the place of `{{name}}`. They stay plain text whatever is in them. Throws where a value is
 * missing: a text with a gap must not be shown.
 */
export function fillText(markdown: string, values: Readonly<Record<string, string>>): string {
  return markdown.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the text needs a value for {{${name}}}`);
    return escapeMarkdown(value);
  });
}

function escapeMarkdown(text: string): string {
  return text
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
    .replace(PUNCTUATION, '\\$&');
}
