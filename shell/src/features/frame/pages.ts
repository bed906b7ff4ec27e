import {
  BadgePercent,
  ChartColumn,
  Gift,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  Settings,
  UserRoundCog,
  Users,
} from 'lucide-react';

export interface Page {
  path: string;
  label: string;
  icon: LucideIcon;
}

/** The back office's pages, in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { path: '/cashback', label: 'Cashback', icon: BadgePercent },
  { path: '/redemption', label: 'Resgate', icon: Gift },
  { path: '/customers', label: 'Clientes', icon: Users },
  { path: '/employees', label: 'Funcionários', icon: UserRoundCog },
  { path: '/reports', label: 'Relatórios', icon: ChartColumn },
  { path: '/integrations', label: 'Integrações', icon: Plug },
  { path: '/settings', label: 'Configurações', icon: Settings },
];

/** Of a page and of whatever is below it. */
export function pageLabel(pathname: string): string {
  return PAGES.find((page) => `${pathname}/`.startsWith(`${page.path}/`))?.label ?? 'Painel';
}
