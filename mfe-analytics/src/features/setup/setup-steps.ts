import { cashbackCents, formatCents, formatRate } from 'domain/money';
import type { Setup, SetupMark } from './setup.ts';

export type StepName = keyof Setup['steps'];

export interface SetupStep {
  name: StepName;
  title: string;
  text: string;
  /** The screen where the step is taken. */
  link: { to: string; label: string };
  /** Ticks the step here, with nothing to do elsewhere. */
  tick?: { mark: SetupMark; label: string };
}

const EXAMPLE_CENTS = 10_000;

/** The steps of a merchant's first hour, in their order. */
export function setupSteps(rateBasisPoints: number): readonly SetupStep[] {
  const cost = formatCents(cashbackCents(EXAMPLE_CENTS, rateBasisPoints));
  return [
    {
      name: 'rules',
      title: 'Percentual e regras',
      text: `De cada R$ 100 vendidos, ${cost} voltam ao cliente. Você pode mudar quando quiser; vale para as próximas compras.`,
      link: { to: '/settings?aba=cashback', label: 'Ajustar' },
      tick: { mark: 'rules', label: `Manter ${formatRate(rateBasisPoints)}` },
    },
    {
      name: 'brand',
      title: 'Logo e cor',
      text: 'Aparecem nas páginas dos seus clientes e no cartaz. Quando você envia o logo, sugerimos cores tiradas dele.',
      link: { to: '/settings?aba=geral', label: 'Escolher logo e cor' },
    },
    {
      name: 'poster',
      title: 'Cartaz do balcão',
      text: 'O cliente aponta a câmera para o QR Code do cartaz e se cadastra. Imprima em A4, A5 ou como prisma de mesa.',
      link: { to: '/settings?aba=link&cartaz=sim', label: 'Abrir o cartaz' },
    },
    {
      name: 'team',
      title: 'Equipe',
      text: 'Com um acesso para cada pessoa, você vê quem fez cada venda.',
      link: { to: '/employees', label: 'Adicionar funcionário' },
      tick: { mark: 'alone', label: 'Trabalho sozinho por enquanto' },
    },
    {
      name: 'trial',
      title: 'Compra de teste',
      text: 'Faça uma venda para o seu próprio celular e veja o que o cliente vê. Nada é creditado, e ela não entra em nenhum número.',
      link: { to: '/cashback?teste=sim', label: 'Testar no meu celular' },
    },
  ];
}
