import type { App } from '../context.ts';
import { findLoginByEmail } from './auth.sql.ts';

/** Whether somebody at any merchant has proved the address and signs in with it. */
export async function hasLogin({ tenancy }: Pick<App, 'tenancy'>, email: string): Promise<boolean> {
  return (await findLoginByEmail(tenancy, email)) !== undefined;
}
