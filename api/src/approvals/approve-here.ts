import { APPROVAL_PERMISSIONS } from 'domain/approvals';
import { ROLES, roleMay } from 'domain/roles';
import { checkPin } from '../auth/check-pin.ts';
import {
  type ChallengeHolder,
  makePasskeyChallenge,
  takePasskeyChallenge,
} from '../auth/passkey-challenges.ts';
import { takeSignatureOf } from '../auth/take-signature.ts';
import { employeeIdOf, requestOptions, type SignedAnswer, siteOf } from '../auth/web-authn.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { answerAsking, whyNot } from './answer-approval.ts';
import { type Approver, findApproval, findApprover, listApproverRows } from './approvals.sql.ts';

type Request = { ip: string; userAgent?: string | undefined };
type ByPin = { id: string; employeeId: string; pin: string };
type ByPasskey = { id: string; passkey: SignedAnswer & { userHandle: string } };

/** Who may approve an own asking with a PIN at the counter, by name. Throws Refusal 'approval_not_found'. */
export async function listApprovers(
  { tenancy }: Pick<App, 'tenancy'>,
  staff: StaffSession,
  id: string,
): Promise<{ approvers: Approver[] }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const { kind } = await findOwn(tx, staff, id);
    const roles = ROLES.filter((role) => roleMay(role, APPROVAL_PERMISSIONS[kind].approves));
    return { approvers: await listApproverRows(tx, { roles, except: staff.employeeId }) };
  });
}

/**
 * What a browser needs to approve an own asking by a passkey of another employee: whichever it finds. Throws
 * Refusal 'approval_not_found'.
 */
export async function startApprovalByPasskey(
  app: Pick<App, 'env' | 'tenancy'>,
  staff: StaffSession,
  id: string,
) {
  await app.tenancy.withTenant(staff.merchantId, (tx) => findOwn(tx, staff, id));
  const challenge = await makePasskeyChallenge(app, holderOf(staff, id));
  return requestOptions(siteOf(app.env), challenge, []);
}

/** The signature is of this asking and counts in this session alone. */
const holderOf = (staff: StaffSession, id: string): ChallengeHolder => ({
  ceremony: 'approve',
  secret: `${staff.id} ${id}`,
});

/**
 * Approves an own asking by another employee, who stands at the counter. Throws as `approverByPin`,
 * `approverByPasskey` and `answerAsking`.
 */
export async function approveHere(
  app: Pick<App, 'env' | 'limiter' | 'live' | 'log' | 'passwords' | 'tenancy'>,
  staff: StaffSession,
  request: Request,
  input: ByPin | ByPasskey,
): Promise<Record<string, never>> {
  const approver =
    'pin' in input
      ? await approverByPin(app, staff, request, input)
      : await approverByPasskey(app, staff, input);
  const { merchantId, tablet } = staff;
  const answerer = { merchantId, ...(tablet && { tablet }), ...approver };
  return await answerAsking(app, answerer, request, { id: input.id, answer: 'approved' });
}

/**
 * The PIN is tried where it could approve only, so that an asking cannot lock others' PINs. Throws as
 * `checkPin`, and Refusal 'not_a_tablet' or what `whyNot` returns.
 */
async function approverByPin(
  app: Pick<App, 'limiter' | 'log' | 'passwords' | 'tenancy'>,
  staff: StaffSession,
  request: Request,
  { id, employeeId, pin }: ByPin,
) {
  const { merchantId } = staff;
  const role = await app.tenancy.withTenant(merchantId, async (tx) => {
    const row = await findOwn(tx, staff, id);
    if (!staff.tablet) throw new Refusal('not_a_tablet');
    const role = await findApprover(tx, employeeId);
    if (!role) throw new Refusal('wrong_employee_pin');
    const refusal = whyNot(tx, row, { employeeId, role });
    if (refusal) throw new Refusal(refusal);
    return role;
  });
  await checkPin(app, { merchantId, employeeId, pin }, request);
  return { employeeId, role, by: 'pin' as const };
}

/**
 * A signature is made where its passkey is, so any browser of the merchant's will do. Whether it may approve
 * is for `answerAsking` to say. Throws Refusal 'approver_passkey_refused'.
 */
async function approverByPasskey(
  app: Pick<App, 'env' | 'tenancy'>,
  staff: StaffSession,
  { id, passkey: { userHandle, ...answer } }: ByPasskey,
) {
  const refused = () => new Refusal('approver_passkey_refused');
  const challenge = await takePasskeyChallenge(app, holderOf(staff, id));
  const employeeId = employeeIdOf(userHandle);
  if (challenge === undefined || !employeeId) throw refused();
  return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    await findOwn(tx, staff, id);
    const role = await findApprover(tx, employeeId);
    if (!role || !(await takeSignatureOf(app, tx, { employeeId, challenge, answer }))) throw refused();
    return { employeeId, role, by: 'passkey' as const };
  });
}

async function findOwn(tx: TenantTransaction, { employeeId }: StaffSession, id: string) {
  const row = await findApproval(tx, id);
  if (row?.asked_by !== employeeId) throw new Refusal('approval_not_found');
  return row;
}
