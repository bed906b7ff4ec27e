import { type Permission, roleMay } from 'domain/roles';
import {
  BadgePercent,
  ChartColumn,
  Gift,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  ScrollText,
  Settings,
  UserRoundCog,
  Users,
} from 'lucide-react';

export interface Page {
  path: string;
  label: string;
  icon: LucideIcon;
  /** The permission needed; without one, every role sees it. */
  permission?: Permission;
}

/** The back office's pages, in the order of the sidebar. */
const PAGES: readonly Page[] = [
  { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { path: '/cashback', label: 'Cashback', icon: BadgePercent },
  { path: '/redemption', label: 'Resgate', icon: Gift },
  { path: '/customers', label: 'Clientes', icon: Users },
  { path: '/employees', label: 'Funcionários', icon: UserRoundCog },
  { path: '/reports', label: 'Relatórios', icon: ChartColumn },
  { path: '/integrations', label: 'Integrações', icon: Plug },
  { path: '/settings', label: 'Configurações', icon: Settings },
  { path: '/audit', label: 'Auditoria', icon: ScrollText, permission: 'audit.read' },
];

/** The pages that this role may see. */
export function pagesFor(role: string): readonly Page[] {
  return PAGES.filter(({ permission }) => permission === undefined || roleMay(role, permission));
}

/** The label of a page, and of all pages below it. */
export function pageLabel(pathname: string): string {
  return PAGES.find((page) => `${pathname}/`.startsWith(`${page.path}/`))?.label ?? 'Painel';
}
