/**
 * Yields `first`, then one page after the other, each read when it is asked for: a slow consumer holds
 * neither memory nor a connection. A page that is not full is the last.
 */
export async function* pagesFrom<Row>(
  first: Row[],
  pageSize: number,
  readAfter: (last: Row) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows = first;
  for (;;) {
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    rows = await readAfter(last);
  }
}
