/** Each section's title and description, the same while it loads. */
export const LINK_LABELS = {
  title: 'Seu link de cadastro',
  description: 'Quem abre este link se cadastra como cliente da sua loja.',
};
export const FORM_LABELS = {
  title: 'Personalizar o link',
  description: 'Como o link termina e, se você tiver um domínio próprio, como ele começa.',
};
export const DOMAIN_LABELS = {
  title: 'Configurar o domínio',
  description: 'Opcional. Seus links e QR Codes passam a usar o endereço da sua loja.',
};
