/** What the tab's one section says of itself, also while its fields are on their way. */
export const TAGS_LABELS = {
  title: 'Tags de marketing',
  description:
    'Medem suas campanhas. Rodam só nas páginas dos seus clientes, depois que eles aceitam, e nunca no painel.',
};
