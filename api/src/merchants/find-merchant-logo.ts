import type { Tenancy } from '../tenant.ts';
import { findLogo } from './logos.sql.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILE = /^(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The picture at '/media/logos/{merchantId}/{file}'; undefined where there is none, whatever the address says. */
export async function findMerchantLogo(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  file: string,
): Promise<{ content: Buffer; contentType: string } | undefined> {
  const id = FILE.exec(file)?.groups?.id;
  if (id === undefined || !UUID.test(merchantId)) return undefined;
  const row = await tenancy.withTenant(merchantId, (tx) => findLogo(tx, id));
  return row && { content: row.content, contentType: row.content_type };
}
