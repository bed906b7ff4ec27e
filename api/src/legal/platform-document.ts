import { hash } from 'node:crypto';
import { LEGAL_DOCUMENTS, type LegalDocument } from 'domain/legal-documents';
import { formatDay } from 'domain/local-dates';
import type { ReadText } from 'domain/terms-inputs';
import type { PlatformIdentity } from '../env.ts';
import { Refusal } from '../errors.ts';
import { documentPage } from './document-page.ts';
import { LEGAL_TEXTS } from './legal-texts.ts';
import { fillText, renderText } from './render-text.ts';

/** Stands in a text until the platform has entered its data. */
const MODEL: PlatformIdentity = {
  legalName: '[razão social]',
  cnpj: '[CNPJ]',
  address: '[endereço]',
  officer: '[nome do encarregado]',
  officerEmail: '[email do encarregado]',
  subprocessors: '[empresas, o que fazem e em que país]',
};

/** Values for `fillText` in every text that names the platform. */
function platformValues(identity: PlatformIdentity | undefined): Record<string, string> {
  const { legalName, ...others } = identity ?? MODEL;
  return { platform: legalName, ...others };
}

/** The texts as `/termos` and `/privacidade` show them; without an identity, as models. */
export function presentTexts(identity: PlatformIdentity | undefined): ReadText[] {
  return (Object.keys(LEGAL_DOCUMENTS) as LegalDocument[]).map((document) => {
    const { version, markdown } = LEGAL_TEXTS[document];
    return { document, version, textHash: hash('sha256', fillText(markdown, platformValues(identity))) };
  });
}

/** Throws Refusal 'terms_changed' unless each of the texts is the present one. */
export function assertPresent(texts: readonly ReadText[], identity: PlatformIdentity | undefined): void {
  const present = presentTexts(identity);
  for (const { document, version, textHash } of texts) {
    const isPresent = present.some(
      (text) => text.document === document && text.version === version && text.textHash === textHash,
    );
    if (!isPresent) throw new Refusal('terms_changed');
  }
}

/** Writes the page of the terms or the privacy policy; without an identity it says that it is a model. */
export function platformDocument(document: LegalDocument, identity: PlatformIdentity | undefined): string {
  const { version, date, notice, markdown } = LEGAL_TEXTS[document];
  const others = Object.entries(LEGAL_DOCUMENTS).filter(([name]) => name !== document);
  return documentPage({
    title: LEGAL_DOCUMENTS[document].label,
    text: renderText(fillText(markdown, platformValues(identity))),
    version: `Versão ${version}, de ${formatDay(date, 'UTC')}`,
    merchant: null,
    warning: identity ? undefined : { title: 'Este texto é um modelo.', message: notice },
    links: others.map(([, { label, path }]) => ({ label, href: path })),
  });
}
