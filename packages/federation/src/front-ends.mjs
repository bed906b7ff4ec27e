/**
 * The four front ends and the port each one's development server listens on. Their names are the names of
 * their workspaces; `/remotes/<name>/` is where a remote is reached, in production as in development.
 */
export const FRONT_END_PORTS = {
  shell: 3001,
  'mfe-backoffice': 3002,
  'mfe-customer': 3003,
  'mfe-analytics': 3004,
};

/** 'mfe-backoffice' → 'mfe_backoffice': Module Federation's names become JavaScript identifiers. */
export function federationName(workspace) {
  return workspace.replaceAll('-', '_');
}
