/** The section's labels, shown also while its fields are loading. */
export const TAGS_LABELS = {
  title: 'Tags de marketing',
  description:
    'Medem suas campanhas. Rodam só nas páginas dos seus clientes, depois que eles aceitam, e nunca no painel.',
};
