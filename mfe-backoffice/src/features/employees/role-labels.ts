import type { Role } from 'domain/roles';

/** The rights of the role, as a hint beside its choice. */
export const ROLE_HINTS: Record<Role, string> = {
  owner: 'Pode tudo, inclusive alterar funções e desativar outros proprietários.',
  admin: 'Altera configurações e integrações, vê a auditoria e gerencia todos, menos proprietários.',
  manager: 'Estorna, ajusta saldos, exporta e gerencia operadores e funcionários.',
  operator: 'Registra compras e resgates e estorna os próprios no mesmo dia.',
  employee: 'Registra compras e resgates, consulta clientes e, se a loja não os ocultar, relatórios.',
};
