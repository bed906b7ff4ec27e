import { LEGAL_DOCUMENTS, type LegalDocument } from 'domain/legal-documents';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../env.ts';
import { platformDocument } from '../legal/platform-document.ts';
import { sendDocument } from './send-document.ts';

/**
 * Serves the platform's terms and privacy policy on its own hosts. A merchant's host redirects to them: there
 * the merchant speaks.
 */
export function registerLegalPages(
  server: FastifyInstance,
  { publicOrigin, platformIdentity }: Pick<Environment, 'publicOrigin' | 'platformIdentity'>,
): void {
  for (const [name, { path }] of Object.entries(LEGAL_DOCUMENTS)) {
    const html = platformDocument(name as LegalDocument, platformIdentity);
    server.get(path, (request, reply) =>
      request.tenantHost.kind === 'merchant'
        ? reply.redirect(`${publicOrigin}${path}`, 302)
        : sendDocument(request, reply, html),
    );
  }
}
