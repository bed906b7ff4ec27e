import { employeeMay, type Permission, type PermittedEmployee, roleMay } from 'domain/roles';
import {
  BadgeCheck,
  BadgePercent,
  ChartColumn,
  Gift,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  ScrollText,
  Settings,
  ShieldAlert,
  UserRoundCog,
  Users,
} from 'lucide-react';

export interface Page {
  path: string;
  label: string;
  icon: LucideIcon;
  /** Without it the page only says why it is closed. */
  permission: Permission;
}

/** The back office's pages, in the order of the sidebar. */
const PAGES: readonly Page[] = [
  { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, permission: 'dashboard.read' },
  { path: '/cashback', label: 'Cashback', icon: BadgePercent, permission: 'cashback.issue' },
  { path: '/redemption', label: 'Resgate', icon: Gift, permission: 'redemption.create' },
  { path: '/customers', label: 'Clientes', icon: Users, permission: 'customers.read' },
  { path: '/employees', label: 'Funcionários', icon: UserRoundCog, permission: 'employees.write' },
  { path: '/reports', label: 'Relatórios', icon: ChartColumn, permission: 'reports.read' },
  { path: '/integrations', label: 'Integrações', icon: Plug, permission: 'integrations.write' },
  { path: '/settings', label: 'Configurações', icon: Settings, permission: 'profile.write' },
  { path: '/approvals', label: 'Aprovações', icon: BadgeCheck, permission: 'approvals.give' },
  { path: '/alerts', label: 'Alertas', icon: ShieldAlert, permission: 'alerts.close' },
  { path: '/audit', label: 'Auditoria', icon: ScrollText, permission: 'audit.read' },
];

/** Pages that a phone's bottom bar leads to. */
const AT_HAND: readonly string[] = ['/cashback', '/redemption', '/customers'];

/** The pages that this employee may open. */
export function pagesFor(session: PermittedEmployee): readonly Page[] {
  return PAGES.filter(({ permission }) => employeeMay(session, permission));
}

/** Those of them that are used at the counter. */
export function counterPagesFor(session: PermittedEmployee): readonly Page[] {
  return pagesFor(session).filter(({ path }) => AT_HAND.includes(path));
}

/** The first page after signing in: the counter for operators and employees, else the dashboard. */
export function homeFor(role: string): string {
  return roleMay(role, 'employees.write') ? '/dashboard' : '/cashback';
}

/** The page that an address belongs to: '/customers/0f' → Clientes. */
export function findPage(pathname: string): Page | undefined {
  return PAGES.find(({ path }) => isWithin(pathname, path));
}

/** True for a page's own address and all below it. */
function isWithin(pathname: string, path: string): boolean {
  return `${pathname}/`.startsWith(`${path}/`);
}
