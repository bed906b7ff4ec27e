import { employeeMay, type Permission, type PermittedEmployee } from 'domain/roles';
import {
  BadgePercent,
  ChartColumn,
  CircleHelp,
  FileDown,
  Gift,
  Keyboard,
  Link2,
  ListChecks,
  type LucideIcon,
  Megaphone,
  Scale,
  ShieldCheck,
  SlidersHorizontal,
  Store,
  UserPlus,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { pagesFor } from '../../lib/pages.ts';

/** Something the palette leads to. */
export interface Destination {
  id: string;
  label: string;
  group: 'Ações' | 'Páginas' | 'Configurações' | 'Ajuda';
  icon: LucideIcon;
  /** An address, or a place on the screen that is open: '#atalhos'. */
  to: string;
  /** Other search terms for it. */
  keywords: string;
}

interface GuardedDestination extends Omit<Destination, 'id'> {
  /** The permission without which the page would be refused. */
  permission?: Permission;
}

const ACTIONS: readonly GuardedDestination[] = [
  {
    label: 'Gerar cashback',
    group: 'Ações',
    icon: BadgePercent,
    to: '/cashback',
    keywords: 'registrar compra venda qr code',
    permission: 'cashback.issue',
  },
  {
    label: 'Resgatar cashback',
    group: 'Ações',
    icon: Gift,
    to: '/redemption',
    keywords: 'resgate usar saldo desconto',
    permission: 'redemption.create',
  },
  {
    label: 'Primeiros passos',
    group: 'Ações',
    icon: ListChecks,
    to: '/dashboard?passos=sim',
    keywords: 'começar configurar compra de teste cartaz',
    permission: 'settings.write',
  },
  {
    label: 'Adicionar funcionário',
    group: 'Ações',
    icon: UserPlus,
    to: '/employees',
    keywords: 'novo convidar equipe pessoa',
    permission: 'employees.write',
  },
  {
    label: 'Exportar clientes',
    group: 'Ações',
    icon: FileDown,
    to: '/customers',
    keywords: 'baixar planilha csv excel xlsx importar',
    permission: 'exports.create',
  },
  {
    label: 'Pedidos de dados',
    group: 'Ações',
    icon: ShieldCheck,
    to: '/customers/data-requests',
    keywords: 'lgpd privacidade apagar corrigir ver dados titular',
    permission: 'data_requests.answer',
  },
  {
    label: 'Limites dos alertas',
    group: 'Ações',
    icon: SlidersHorizontal,
    to: '/alerts/settings',
    keywords: 'fraude aviso suspeita conferir reter',
    permission: 'alerts.close',
  },
  {
    label: 'Exportar relatório',
    group: 'Ações',
    icon: FileDown,
    to: '/reports',
    keywords: 'baixar planilha csv excel xlsx vendas',
    permission: 'exports.create',
  },
  {
    label: 'Atalhos do teclado',
    group: 'Ações',
    icon: Keyboard,
    to: '#atalhos',
    keywords: 'teclas ajuda',
  },
  {
    label: 'Ajuda desta tela',
    group: 'Ações',
    icon: CircleHelp,
    to: '#ajuda',
    keywords: 'dúvidas perguntas suporte como usar',
  },
];

const REPORTS: readonly GuardedDestination[] = [
  {
    label: 'Segmentos e retorno de clientes',
    group: 'Páginas',
    icon: UsersRound,
    to: '/reports/customers',
    keywords: 'relatório novos fiéis ocasionais risco perdidos retenção cohort',
    permission: 'reports.read',
  },
  {
    label: 'Números por funcionário',
    group: 'Páginas',
    icon: ChartColumn,
    to: '/reports/team',
    keywords: 'relatório equipe vendas ranking vendedor',
    permission: 'reports.read',
  },
  {
    label: 'Cashback a pagar',
    group: 'Páginas',
    icon: Scale,
    to: '/reports/cashback',
    keywords: 'relatório passivo vencimento expirar expirado saldo escaneado devido',
    permission: 'reports.read',
  },
];

const SETTINGS: readonly GuardedDestination[] = [
  {
    label: 'Meu Perfil',
    group: 'Configurações',
    icon: UserRound,
    to: '/settings?aba=perfil',
    keywords: 'senha email nome sessões dispositivos conta',
  },
  {
    label: 'Geral',
    group: 'Configurações',
    icon: Store,
    to: '/settings?aba=geral',
    keywords: 'estabelecimento loja logo telefone endereço cor marca ocultar contatos faturamento',
    permission: 'settings.write',
  },
  {
    label: 'Programa de cashback',
    group: 'Configurações',
    icon: SlidersHorizontal,
    to: '/settings?aba=cashback',
    keywords: 'percentual validade expiração regras de resgate',
    permission: 'settings.write',
  },
  {
    label: 'Link de Cadastro',
    group: 'Configurações',
    icon: Link2,
    to: '/settings?aba=link',
    keywords: 'domínio próprio dns cartaz qr code slug',
    permission: 'settings.write',
  },
  {
    label: 'Marketing',
    group: 'Configurações',
    icon: Megaphone,
    to: '/settings?aba=marketing',
    keywords: 'google tag manager gtm pixel meta facebook',
    permission: 'settings.write',
  },
];

/** The destinations of this employee, the most frequent first. */
export function destinationsFor(session: PermittedEmployee): Destination[] {
  const pages = pagesFor(session).map(
    ({ path, label, icon }): GuardedDestination => ({
      label,
      group: 'Páginas',
      icon,
      to: path,
      keywords: '',
    }),
  );
  return [...ACTIONS, ...pages, ...REPORTS, ...SETTINGS]
    .filter(({ permission }) => permission === undefined || employeeMay(session, permission))
    .map(({ permission: _, ...destination }) => ({
      ...destination,
      id: `${destination.group}: ${destination.label}`,
    }));
}

/** Without capitals and accents: 'Configurações' is found by 'configuracoes'. */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * The destinations where every typed word begins a word; matches in the label come before those in keywords.
 */
export function findDestinations(destinations: readonly Destination[], search: string): Destination[] {
  const typed = normalize(search).split(/\s+/).filter(Boolean);
  const matches = (text: string) => {
    const words = normalize(text).split(/\s+/);
    return typed.every((part) => words.some((word) => word.startsWith(part)));
  };
  const byLabel = destinations.filter(({ label }) => matches(label));
  const byKeywords = destinations.filter(
    (each) => !byLabel.includes(each) && matches(`${each.label} ${each.group} ${each.keywords}`),
  );
  return [...byLabel, ...byKeywords];
}
