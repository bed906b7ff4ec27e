import type { HelpTopic } from '../help-topic.ts';

/** The four pages of reports. */
export const REPORT_TOPICS: readonly HelpTopic[] = [
  {
    id: 'relatorios',
    path: '/reports',
    title: 'Relatórios',
    permission: 'reports.read',
    purpose: 'Vendas, cashback e resgates do período, dia a dia, e o que eles dizem.',
    questions: [
      {
        question: 'Como escolho o período?',
        answer:
          'Use um dos períodos prontos ou as duas datas. O endereço da página guarda a escolha: você pode salvá-lo ou enviá-lo.',
      },
      {
        question: 'Com o que os números são comparados?',
        answer:
          'Com o mesmo número de dias do período anterior. De 1 a 22/11 é comparado com 1 a 22/10; a frase abaixo das datas diz quais dias são.',
      },
      {
        question: 'Quando uma venda conta?',
        answer:
          'No momento em que foi registrada, mesmo que o cliente ainda não tenha escaneado. Um estorno sai do dia da venda, não do dia em que foi feito.',
      },
      {
        question: 'Como levo os números para o contador?',
        answer:
          'Gerentes e administradores tocam em “Exportar” e escolhem CSV ou Excel. A página também pode ser impressa.',
      },
    ],
  },
  {
    id: 'segmentos',
    path: '/reports/customers',
    title: 'Segmentos e retorno de clientes',
    permission: 'reports.read',
    purpose: 'Quem compra, quem está sumindo e quem volta nos meses seguintes, com todo o histórico.',
    questions: [
      {
        question: 'O que é um segmento?',
        answer:
          'Um grupo de clientes que compram com frequência parecida: novos, fiéis, ocasionais, em risco e perdidos. Cada cartão mostra a regra.',
      },
      {
        question: 'Como chamo de volta quem está em risco?',
        answer:
          'Abra o segmento. Em cada linha o botão do WhatsApp traz um texto pronto com o saldo e a data em que ele vence.',
      },
      {
        question: 'Como leio a tabela de retorno?',
        answer:
          'Cada linha são os clientes que compraram pela primeira vez naquele mês. As colunas dizem quantos deles voltaram nos meses seguintes.',
      },
    ],
  },
  {
    id: 'equipe',
    path: '/reports/team',
    title: 'Números por funcionário',
    permission: 'reports.read',
    purpose: 'Quanto cada pessoa vendeu e resgatou no período.',
    questions: [
      {
        question: 'De quem é uma venda?',
        answer: 'De quem estava no painel quando ela foi registrada.',
      },
      {
        question: 'Um funcionário desativado aparece?',
        answer: 'Sim, enquanto tiver vendas ou resgates no período.',
      },
      {
        question: 'E as vendas que vieram de outro sistema?',
        answer: 'São da pessoa escolhida quando a chave da API foi criada.',
      },
    ],
  },
  {
    id: 'cashback-a-pagar',
    path: '/reports/cashback',
    title: 'Cashback a pagar',
    permission: 'reports.read',
    purpose: 'Quanto os clientes ainda podem usar, até quando, e quanto ninguém foi buscar.',
    questions: [
      {
        question: 'O que é o cashback a pagar?',
        answer: 'A soma que você deve aos clientes hoje: todo cashback creditado e ainda não usado.',
      },
      {
        question: 'O que acontece com o que vence?',
        answer: 'Sai do saldo do cliente no fim do dia do vencimento e deixa de ser devido.',
      },
      {
        question: 'O que é “Cashback que ninguém buscou”?',
        answer:
          'Cashback de vendas cujo QR Code ninguém abriu. Pela lista você mostra o código de novo ou o envia por WhatsApp, por até 30 dias.',
      },
    ],
  },
];
