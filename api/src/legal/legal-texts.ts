import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LegalDocument } from 'domain/legal-documents';
import { z } from 'zod';

/** A text of the platform's, as its file states it. */
export interface LegalText {
  version: number;
  /** 'yyyy-MM-dd', the day from which the version holds. */
  date: string;
  /** The news of this version, in a sentence for owners. */
  changes: string;
  /** Shown while the page is a model. */
  notice: string;
  markdown: string;
}

const frontMatter = z.strictObject({
  version: z.coerce.number().int().positive(),
  date: z.iso.date(),
  changes: z.string().min(1),
  notice: z.string().min(1),
});

/** The texts in their present versions, found from api/src and from the bundle in api/dist alike. */
export const LEGAL_TEXTS: Readonly<Record<LegalDocument, LegalText>> = {
  terms: readText('terms'),
  privacy: readText('privacy'),
};

function readText(document: LegalDocument): LegalText {
  const file = createRequire(import.meta.url).resolve(`api/legal/${document}.md`);
  const [, head = '', markdown = ''] = /^---\s+(.*?)\s+---\s+(.*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
  const pairs = head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2));
  return { ...frontMatter.parse(Object.fromEntries(pairs)), markdown };
}
