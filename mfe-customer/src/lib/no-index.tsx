/** Keeps a customer's page out of search engines; React puts the tag into the document's head. */
export function NoIndex() {
  return <meta name="robots" content="noindex" />;
}
