import type { TenantPrisma } from '../tenant.ts';

export interface NewMerchant {
  name: string;
  phone: string;
  address: string;
  email: string;
  programName: string;
  signupLinkSlug: string;
  createdAt: Date;
}

export interface NewOwner {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
}

/** The merchant first, then its owner, in one transaction. */
export async function insertMerchantWithOwner(
  { merchantId, prisma }: TenantPrisma,
  merchant: NewMerchant,
  owner: NewOwner,
): Promise<void> {
  await prisma.merchant.create({ data: { id: merchantId, ...merchant } });
  await prisma.employee.create({
    data: { merchantId, ...owner, role: 'owner', createdAt: merchant.createdAt },
  });
}

export async function insertSignupAudit(
  { merchantId, prisma }: TenantPrisma,
  entry: { employeeId: string; ip: string; userAgent: string | null },
): Promise<void> {
  await prisma.auditLog.create({
    data: { merchantId, ...entry, action: 'merchant.signup', entity: 'merchant', entityId: merchantId },
  });
}
