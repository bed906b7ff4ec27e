import type { HelpTopic } from '../help-topic.ts';

/** The screens of the counter, and the one that opens after the login. */
export const COUNTER_TOPICS: readonly HelpTopic[] = [
  {
    id: 'dashboard',
    path: '/dashboard',
    title: 'Dashboard',
    permission: 'dashboard.read',
    purpose:
      'Mostra como anda o programa no período que você escolher: clientes, vendas, cashback e resgates.',
    questions: [
      {
        question: 'Por onde eu começo?',
        answer:
          'O proprietário vê no alto os primeiros passos: percentual, logo, cartaz, equipe e uma venda de teste no próprio telefone. A venda de teste não conta em nenhum número.',
      },
      {
        question: 'Com o que o período é comparado?',
        answer:
          'Com o mesmo número de dias de antes. De 1 a 22 de novembro é comparado com 1 a 22 de outubro, nunca com o mês inteiro.',
      },
      {
        question: 'Por que “Cashback Ativo” é diferente aqui e em Clientes?',
        answer:
          'Aqui é quanto foi distribuído no período escolhido. Em Clientes é quanto os clientes têm para usar hoje.',
      },
      {
        question: 'O que são CAC, LTV e ROI?',
        answer:
          'CAC é quanto custou cada cliente novo: o que você gastou em divulgação dividido pelos clientes novos. LTV é quanto cada cliente gasta em média. ROI é o retorno do que foi gasto. Para ver os três, informe o que gastou em divulgação.',
      },
      {
        question: 'Uma venda estornada aparece?',
        answer: 'Não. Os números já vêm sem os estornos, no dia da venda.',
      },
      {
        question: 'Por que vejo só o meu dia?',
        answer:
          'O proprietário escolheu ocultar o faturamento e os relatórios de quem não é gerente. A venda funciona igual.',
      },
    ],
  },
  {
    id: 'cashback',
    path: '/cashback',
    title: 'Gerar Cashback',
    permission: 'cashback.issue',
    purpose: 'Registra a venda e mostra o QR Code. O cliente escaneia e recebe o cashback na hora.',
    questions: [
      {
        question: 'Como registro uma venda?',
        answer:
          'Digite o telefone do cliente com DDD e o valor da compra, e aperte Enter. O cliente aponta a câmera para o QR Code e a janela mostra “Confirmado”. No celular, você também pode ler o código que o cliente mostra na tela dele.',
      },
      {
        question: 'Fechei o QR Code antes de o cliente escanear. Perdi a venda?',
        answer:
          'Não. A venda está registrada. Em “Últimas compras” toque em “Mostrar QR Code”, ou envie o link por WhatsApp. O código vale por 30 dias.',
      },
      {
        question: 'Digitei o telefone errado. E agora?',
        answer:
          'Enquanto o código não foi confirmado, toque em “Número errado? Desfazer”: a venda é desfeita e o valor volta para o formulário. Depois de confirmado, use “Estornar”.',
      },
      {
        question: 'Caiu a internet. Posso continuar vendendo?',
        answer:
          'Sim. A venda fica esperando neste aparelho por até 24 horas e é enviada sozinha quando a conexão volta. O cashback só existe depois disso, então não o prometa antes.',
      },
      {
        question: 'Posso imprimir o QR Code?',
        answer:
          'Sim. Na janela do QR Code toque em “Imprimir” e escolha o papel de 58 ou de 80 mm. O aparelho lembra a escolha.',
      },
      {
        question: 'Por que o meu próprio telefone é recusado?',
        answer: 'Ninguém registra vendas para o próprio telefone. Peça a um colega.',
      },
    ],
  },
  {
    id: 'redemption',
    path: '/redemption',
    title: 'Resgate de Cashback',
    permission: 'redemption.create',
    purpose: 'O cliente usa o saldo como desconto: você informa o valor e ele confirma pelo QR Code.',
    questions: [
      {
        question: 'Como faço um resgate?',
        answer:
          'Busque o cliente pelo telefone, informe o valor a resgatar e mostre o QR Code. O saldo só sai quando o cliente confirma no celular dele.',
      },
      {
        question: 'Por quanto tempo vale o QR Code do resgate?',
        answer:
          'Por 15 minutos. Nesse tempo você pode mostrá-lo de novo ou cancelar o resgate. Nada fica reservado até a confirmação.',
      },
      {
        question: 'Por que o cliente não pode usar todo o saldo?',
        answer:
          'Um crédito pode estar “a liberar”, com a data ao lado. As configurações também podem limitar quanto da compra se paga com cashback.',
      },
      {
        question: 'O resgate foi um engano. Dá para desfazer?',
        answer:
          'Sim, por “Estornar”, com um motivo. Os créditos voltam com as datas que tinham. Gerentes desfazem qualquer resgate; operadores, só os próprios e no mesmo dia.',
      },
      {
        question: 'Funciona sem internet?',
        answer: 'Não. O saldo precisa ser conferido na hora, por isso o resgate espera a conexão.',
      },
    ],
  },
  {
    id: 'prova',
    path: '/redemption',
    title: 'Prova de que é o cliente',
    permission: 'redemption.create',
    purpose:
      'Se a loja pedir, o extrato e o resgate só abrem para quem prova ser o cliente. Isso se liga em “Configurações”, na aba “Cashback”.',
    questions: [
      {
        question: 'O resgate está “Aguardando a prova do cliente”. O que faço?',
        answer:
          'Peça ao cliente que abra o QR Code no celular que já usa na loja. Em outro celular, ele informa o PIN ou um código enviado ao email dele.',
      },
      {
        question: 'O que é um aparelho conhecido?',
        answer:
          'O celular em que o cliente confirmou a primeira compra. Ele vale por 180 dias desde a última confirmação. Um celular aberto com o PIN ou um código por email vale por um dia.',
      },
      {
        question: 'O cliente perdeu o celular ou esqueceu o PIN. E agora?',
        answer:
          'Um gerente confere quem é e toca em “Redefinir PIN e aparelhos”, no cadastro do cliente. O próximo celular que confirmar uma compra passa a ser conhecido.',
      },
      {
        question: 'O PIN foi bloqueado. O cliente fica sem resgatar?',
        answer:
          'Não. Com 5 erros o PIN para por 30 minutos; com 20, até o cliente escolher outro. O celular conhecido e o código por email continuam valendo.',
      },
      {
        question: 'Uma família pode usar o mesmo celular?',
        answer:
          'Sim, até cinco clientes. Cada um abre só o próprio saldo. Com um sexto, o celular deixa de provar quem é qualquer um deles.',
      },
    ],
  },
];
