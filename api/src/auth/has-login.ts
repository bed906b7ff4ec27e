import type { App } from '../context.ts';
import { findLoginByEmail } from './auth.sql.ts';

/** Returns whether an active employee at any merchant signs in with the address. */
export async function hasLogin({ tenancy }: Pick<App, 'tenancy'>, email: string): Promise<boolean> {
  return (await findLoginByEmail(tenancy, email)) !== undefined;
}
