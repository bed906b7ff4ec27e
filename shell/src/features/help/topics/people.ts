import type { HelpTopic } from '../help-topic.ts';

/** Customers and employees. */
export const PEOPLE_TOPICS: readonly HelpTopic[] = [
  {
    id: 'clientes',
    path: '/customers',
    title: 'Clientes',
    permission: 'customers.read',
    purpose: 'Todos que participam do programa, com o que gastaram e quanto têm para resgatar.',
    questions: [
      {
        question: 'Como encontro um cliente depressa?',
        answer:
          'Digite parte do nome, do email ou do telefone; acentos não importam. De qualquer tela, Ctrl K busca também.',
      },
      {
        question: 'Como trago os clientes que já tenho?',
        answer:
          'Toque em “Importar” e escolha uma planilha CSV ou Excel (.xlsx). Antes de gravar você vê o resultado. Se algumas linhas tiverem problema, importe as boas e baixe as outras para corrigir.',
      },
      {
        question: 'Por que alguns aparecem como “Nome não informado”?',
        answer:
          'Na venda basta o telefone. O nome entra quando o cliente se cadastra pelo link, quando você o informa na venda ou em “Editar cadastro”.',
      },
      {
        question: 'Como exporto a lista?',
        answer: 'Gerentes e administradores tocam em “Exportar” e recebem um arquivo CSV ou Excel.',
      },
      {
        question: 'Por que vejo telefones com asteriscos?',
        answer: 'O proprietário escolheu esconder os contatos de quem não é gerente. A venda funciona igual.',
      },
    ],
  },
  {
    id: 'cliente',
    path: '/customers/',
    title: 'Cadastro do cliente',
    permission: 'customers.read',
    purpose: 'Contatos, saldo, datas dos créditos e tudo o que aconteceu com um cliente.',
    questions: [
      {
        question: 'Como corrijo o nome ou o email?',
        answer:
          'Toque em “Editar cadastro”. A mudança fica na auditoria, com o texto de antes e o de depois.',
      },
      {
        question: 'O cliente trocou de número. O que faço?',
        answer:
          'Use “Corrigir telefone”: saldo e histórico vão junto. Se o número novo já tem um cadastro, use “Unir cadastros”; isso não pode ser desfeito.',
      },
      {
        question: 'Posso dar ou tirar saldo à mão?',
        answer:
          'Gerentes podem, em “Ajustar saldo”, sempre com um motivo. O ajuste aparece no extrato e na auditoria.',
      },
      {
        question: 'O que é “a liberar”?',
        answer:
          'Um crédito que já é do cliente, mas só pode ser usado a partir da data ao lado, conforme as regras do programa.',
      },
      {
        question: 'O que é o consentimento para ofertas? Posso marcar por ele?',
        answer:
          'É o “sim” do cliente para receber ofertas por email ou WhatsApp. Só ele responde, no cadastro ou em “Meus dados”: por isso não há essa opção no balcão. O cashback não depende disso.',
      },
      {
        question: 'O cliente não quer mais ofertas. Como anoto?',
        answer:
          'Em “Consentimento para ofertas”, toque em “Anotar recusa”. Mailchimp e RD Station são avisados. Quem cancela por lá também aparece aqui como recusado. Só o próprio cliente volta a aceitar.',
      },
    ],
  },
  {
    id: 'pedidos-de-dados',
    path: '/customers/data-requests',
    title: 'Pedidos de dados',
    permission: 'data_requests.answer',
    purpose: 'O que clientes pedem sobre os próprios dados, e até quando a loja responde.',
    questions: [
      {
        question: 'Como sei que é mesmo o cliente?',
        answer:
          'Fale com ele pelo telefone ou email do cadastro, nunca só pelo contato do pedido, ou peça que venha à loja.',
      },
      {
        question: 'Como mostro os dados a ele?',
        answer:
          'Em “Responder”, baixe “Dados para ler” e envie o arquivo ou imprima. “Dados em JSON” é para outros sistemas.',
      },
      {
        question: 'Posso recusar?',
        answer:
          'Sim, com um motivo, por exemplo quando a pessoa não prova quem é. O motivo fica guardado com o pedido por cinco anos.',
      },
    ],
  },
  {
    id: 'funcionarios',
    path: '/employees',
    title: 'Funcionários',
    permission: 'employees.write',
    purpose: 'Quem trabalha com você no painel e o que cada pessoa pode fazer.',
    questions: [
      {
        question: 'Como dou acesso a alguém?',
        answer:
          'Adicione nome, email e função. A pessoa recebe um convite, válido por 7 dias, escolhe a senha e já entra no painel. Sem envio de emails, o link aparece para você enviar.',
      },
      {
        question: 'O que cada função pode?',
        answer:
          'Funcionário e operador vendem, resgatam e veem clientes e, se a loja não os ocultar, relatórios; o operador desfaz o que fez no mesmo dia. Gerente também desfaz qualquer venda, ajusta saldos, exporta e cuida de operadores e funcionários. Administrador muda as configurações. O proprietário pode tudo.',
      },
      {
        question: 'Alguém saiu da loja. O que faço?',
        answer:
          'Toque em “Desativar”. A pessoa sai do painel na hora, em todos os aparelhos, e o histórico dela fica.',
      },
      {
        question: 'Um funcionário esqueceu a senha.',
        answer:
          'Envie um link de nova senha pela linha dele. O link vale por 1 hora. Sem envio de emails, só o proprietário ou um administrador gera o link.',
      },
      {
        question: 'Como passo a loja para outra pessoa?',
        answer: 'O proprietário muda a função dela para Proprietário. Sempre fica ao menos um.',
      },
    ],
  },
];
