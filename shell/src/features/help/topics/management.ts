import type { HelpTopic } from '../help-topic.ts';

/** What an administrator sets up and looks after. */
export const MANAGEMENT_TOPICS: readonly HelpTopic[] = [
  {
    id: 'integracoes',
    path: '/integrations',
    title: 'Integrações',
    permission: 'integrations.write',
    purpose: 'Liga o programa ao seu email marketing, ao seu caixa e a outros sistemas.',
    questions: [
      {
        question: 'Como ligo o Mailchimp ou o RD Station?',
        answer:
          'Informe a chave da sua conta, toque em “Testar Conexão” e salve. Escolha o que enviar: cadastros, compras e resgates.',
      },
      {
        question: 'Como envio os clientes que já tenho?',
        answer: 'Com “Sincronizar todos os clientes”. O envio corre sozinho e o resultado fica em “Logs”.',
      },
      {
        question: 'Um envio falhou. Perdi o cliente?',
        answer:
          'Não. Falhas passageiras são tentadas de novo sozinhas. Em “Logs” está o motivo de cada uma. A venda nunca espera por um envio.',
      },
      {
        question: 'Por que um cliente aparece como “Não enviado”?',
        answer:
          'Ele não deu consentimento para email, recusou, ou cancelou o recebimento na ferramenta. Com “Enviar sem consentimento de marketing”, quem nunca respondeu vai sem receber campanhas; quem recusou, não.',
      },
      {
        question: 'O que são webhooks e a API?',
        answer:
          'Servem ao seu programador: webhooks avisam o seu sistema do que acontece aqui, e a API registra vendas vindas do seu caixa.',
      },
      {
        question: 'Quem vê as minhas chaves?',
        answer: 'Ninguém. Depois de salvas, ficam cifradas e a tela mostra só os últimos 4 caracteres.',
      },
    ],
  },
  {
    id: 'configuracoes',
    path: '/settings',
    title: 'Configurações',
    permission: 'profile.write',
    purpose: 'O seu perfil, a sua loja e as regras do programa de cashback.',
    questions: [
      {
        question: 'Mudei o percentual. As vendas antigas mudam?',
        answer: 'Não. Cada venda fica com o percentual e as regras do dia em que foi registrada.',
      },
      {
        question: 'Como o cashback vence?',
        answer:
          'Se você ligar a validade, cada crédito vale os dias que você escolher, até o fim do último dia. Créditos já dados mantêm as datas deles.',
      },
      {
        question: 'Onde está o cartaz para imprimir?',
        answer:
          'Em “Link de Cadastro”. O QR Code do cartaz leva o cliente ao cadastro. O mesmo link pode ser enviado por WhatsApp.',
      },
      {
        question: 'Posso usar o meu próprio domínio?',
        answer:
          'Sim. Em “Link de Cadastro” há o passo a passo do DNS. A mudança leva de 15 minutos a 2 horas para valer.',
      },
      {
        question: 'Como troco a minha senha?',
        answer:
          'Em “Meu Perfil”. Os outros aparelhos saem do painel. Ali você também vê onde está conectado e pode encerrar sessões.',
      },
      {
        question: 'Quem pode mudar o quê?',
        answer:
          'Todos mudam o próprio perfil. O resto é do proprietário e de administradores, que em “Geral” também escolhem se operadores e funcionários veem o faturamento e os contatos dos clientes.',
      },
    ],
  },
  {
    id: 'aprovacoes',
    path: '/approvals',
    title: 'Aprovações',
    permission: 'approvals.give',
    purpose: 'Operações acima do valor da loja esperam aqui por quem pode aprovar.',
    questions: [
      {
        question: 'Como defino a partir de que valor?',
        answer:
          'Em Configurações, na aba Geral, em “Aprovação”: um valor para compras, um para resgates e um para ajustes de saldo.',
      },
      {
        question: 'O que acontece quando eu aprovo?',
        answer:
          'A operação segue sozinha na tela de quem pediu, e só então conta. Cada aprovação vale para aquele valor e aquele cliente.',
      },
      {
        question: 'Posso aprovar sem sair do balcão?',
        answer: 'Sim. Na tela de quem pediu, toque em “Aprovar aqui”, escolha o seu nome e digite o seu PIN.',
      },
      {
        question: 'E se ninguém responder?',
        answer: 'O pedido vence em 15 minutos, nada é registrado, e dá para pedir de novo.',
      },
      {
        question: 'Posso aprovar o que eu mesmo pedi?',
        answer: 'Não. Outra pessoa aprova; um ajuste de saldo, só um administrador ou proprietário.',
      },
    ],
  },
  {
    id: 'alertas',
    path: '/alerts',
    title: 'Alertas',
    permission: 'alerts.close',
    purpose: 'Operações do balcão que fogem do comum da loja e merecem uma conferência.',
    questions: [
      {
        question: 'Um alerta quer dizer que houve fraude?',
        answer:
          'Não. Ele diz o que foi visto e mostra as operações. Confira com as pessoas antes de concluir. Nenhum alerta muda um saldo sozinho.',
      },
      {
        question: 'O que faz “Reter resgates”?',
        answer:
          'Os clientes do alerta não resgatam até você liberar ou encerrar. Compras continuam e o saldo fica guardado.',
      },
      {
        question: 'E se estava tudo certo?',
        answer:
          'Toque em “Está tudo certo”. A loja não é mais avisada do mesmo entre aquele cliente e aquele funcionário.',
      },
      {
        question: 'Como desfaço o que estava errado?',
        answer: 'Estorne as compras e os resgates na lista do alerta e depois toque em “Já resolvi”.',
      },
      {
        question: 'Há avisos demais, ou de menos. O que mudo?',
        answer:
          'Em “Limites”, mude os números: a tela mostra quantos alertas haveria nos últimos 90 dias antes de salvar.',
      },
    ],
  },
  {
    id: 'auditoria',
    path: '/audit',
    title: 'Auditoria',
    permission: 'audit.read',
    purpose: 'Quem fez o quê, quando e de onde. Nada aqui pode ser alterado ou apagado.',
    questions: [
      {
        question: 'O que fica registrado?',
        answer:
          'Vendas, resgates, estornos, ajustes, mudanças de configuração, de acesso e de cadastro, e as entradas no painel.',
      },
      {
        question: 'Como acho quem desfez uma venda?',
        answer: 'Filtre pelo tipo de ação, pela pessoa ou pelas datas. Cada linha abre os detalhes.',
      },
      {
        question: 'Por quanto tempo fica guardado?',
        answer: 'Sem prazo. Nem o proprietário pode apagar.',
      },
    ],
  },
];
