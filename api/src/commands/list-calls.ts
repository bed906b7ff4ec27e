import { FILE_ROUTES } from '../file-routes.ts';
import { appRouter } from '../router.ts';
import type { ProofDemand } from '../staff-session.ts';
import type { ProcedureMeta } from '../trpc.ts';

interface Call {
  /** 'cashback.issue', 'GET /files/customers.csv' */
  name: string;
  access: string;
  proof: ProofDemand | undefined;
}

/** Every procedure, and every upload and download, by name. For the page of permissions. */
export function listCalls(): Call[] {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { meta: ProcedureMeta } }>,
  ).map(([name, { _def }]) => {
    const { access, permission, proof } = _def.meta;
    return { name, access: access === 'public' ? 'anyone' : (permission ?? 'signed in'), proof };
  });
  const files = FILE_ROUTES.map(({ method, path, permission, proof }) => ({
    name: `${method} ${path}`,
    access: permission,
    proof,
  }));
  return [...procedures, ...files].sort((one, other) => (one.name < other.name ? -1 : 1));
}
