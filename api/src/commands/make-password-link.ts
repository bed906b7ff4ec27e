import { recordAudit } from '../audit/record-audit.ts';
import { lockEmployee } from '../auth/account.sql.ts';
import { findLoginByEmail } from '../auth/auth.sql.ts';
import { issuePasswordLink } from '../auth/issue-password-link.ts';
import type { TokenSecrets } from '../lib/derived-keys.ts';
import { createQrTokens } from '../lib/tokens.ts';
import { withPlatformTenancy } from './platform-tenancy.ts';

/**
 * The platform's command for a forgotten password where no mail is sent, usually of a merchant's only owner.
 * Returns the link; undefined if no employee has this e-mail. The link is neither stored nor mailed. The
 * merchant's audit log says that it was made, and the employee is told at the next login. The addresses are
 * as in `withPlatformTenancy`.
 */
export async function makePasswordLink(
  databaseUrl: string,
  email: string,
  of: { appOrigin: string; tokenSecrets: TokenSecrets; lookupUrl?: string | undefined },
): Promise<string | undefined> {
  const deps = { env: of, mail: undefined, tokens: createQrTokens(of.tokenSecrets) };
  return await withPlatformTenancy(databaseUrl, of.lookupUrl, async (tenancy) => {
    const login = await findLoginByEmail(tenancy, email.trim().toLowerCase());
    if (!login) return undefined;
    const { merchantId, employeeId } = login;
    return await tenancy.withTenant(merchantId, async (tx) => {
      if (!(await lockEmployee(tx, employeeId))) return undefined;
      const issued = await issuePasswordLink(deps, tx, { kind: 'reset', employeeId, createdBy: null });
      await recordAudit(tx, {
        action: 'employee.support_password_link',
        entity: 'employee',
        entityId: employeeId,
        actor: null,
        request: null,
        details: { delivery: 'link' },
      });
      return issued.delivery === 'link' ? issued.link : undefined;
    });
  });
}
