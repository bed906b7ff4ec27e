import type pg from 'pg';

/** Number of customers of the measured merchant, and of each of its neighbors in the same tables. */
export interface ClienteleSize {
  customers: number;
  neighbors: number;
  customersOfNeighbor: number;
}

/** Rare name: one customer in a thousand has it, and it still fills more than one page. */
export const RARE_NAME = 'Zwicker';

const names = (list: string[]) =>
  `(ARRAY[${list.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ')}])`;
const GIVEN = names(
  'Maria José João Ana Antônio Francisca Carlos Paulo Adriana Márcia Luciana Jéssica Íris Luís Pedro Juliana Vitória'.split(
    ' ',
  ),
);
const MIDDLE = names([
  'da Silva',
  'dos Santos',
  'de Oliveira',
  'Souza',
  'Pereira',
  'Lima',
  'Araújo',
  'Conceição',
]);
const FAMILY = names([
  'Guimarães',
  'Gonçalves',
  "D'Ávila",
  'Xavier',
  'Nóbrega',
  'Rocha',
  'Brandão',
  'Quintela',
]);
const AREAS = "(ARRAY['11', '21', '31', '41', '51', '61', '71', '81', '85', '91'])";
const MAIL = "(ARRAY['gmail.com', 'hotmail.com', 'uol.com.br'])";
/** The commoner, the nearer to the beginning of the list, as with real names. */
const pick = (list: string, length: number) => `${list}[1 + floor(${length} * power(random(), 2))::int]`;

/**
 * Four in five have bought, most are known by name, two in five by e-mail. The last seventh was imported at
 * one moment, has never bought, and has a word in its names that no other customer has: common overall, and
 * far from the beginning of most orders.
 */
const INSERT_CUSTOMERS = `
  INSERT INTO customers (merchant_id, id, phone, name, email, total_spent_cents, available_cents, cashback_balance_cents,
    last_purchase_at, created_at)
  SELECT $1, gen_random_uuid(), ${AREAS}[1 + n % 10] || '9' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'),
    CASE WHEN imported THEN 'Cliente Importado ' || n
      WHEN n % 10 > 0 THEN ${pick(GIVEN, 17)} || ' ' || ${pick(MIDDLE, 8)} || ' ' || ${pick(FAMILY, 8)}
        || CASE WHEN n % 1000 = 1 THEN ' ${RARE_NAME}' ELSE '' END END,
    CASE WHEN n % 5 < 2 THEN 'cliente' || n || '@' || ${pick(MAIL, 3)} END,
    CASE WHEN bought THEN (random() * 1000000)::int ELSE 0 END, CASE WHEN bought THEN n % 9973 ELSE 0 END,
    CASE WHEN bought THEN n % 9973 ELSE 0 END, CASE WHEN bought THEN now() - random() * interval '700 days' END,
    CASE WHEN imported THEN now() - interval '800 days' ELSE now() - random() * interval '700 days' END
  FROM (SELECT n, n > $2 * 6 / 7 AS imported, n <= $2 * 6 / 7 AND n % 5 > 0 AS bought
        FROM generate_series(1, $2::int) n) c`;

/** Three purchases of each customer who ever bought. */
const INSERT_PURCHASES = `
  INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
    token_hash, token_expires_at, created_at)
  SELECT $1, gen_random_uuid(), c.id, $2, 100, 5, 500, sha256((c.id::text || k)::bytea), now(), c.last_purchase_at
  FROM customers c, generate_series(1, 3) k WHERE c.merchant_id = $1 AND c.last_purchase_at IS NOT NULL`;

const INSERT_NEIGHBORS = `
  INSERT INTO merchants (id, name, email, phone, address, program_name, signup_link_slug)
  SELECT gen_random_uuid(), 'Vizinha', 'vizinha@loja.example', '1132104567', 'Rua A, 1', 'Clube', 'vizinha-' || n
  FROM generate_series(1, $1) n RETURNING id`;

/**
 * Inserts the rows of the search without triggers: by the function that the trigger calls, at once, and
 * indexed after.
 */
const INSERT_SEARCH = `
  INSERT INTO customer_search (merchant_id, customer_id, search_text)
  SELECT merchant_id, id, customer_search_text(c) FROM customers c`;

/** `owner` is a superuser's connection. */
export async function insertClientele(
  owner: pg.Client,
  { merchantId, employeeId }: { merchantId: string; employeeId: string },
  size: ClienteleSize,
): Promise<void> {
  await owner.query("SET session_replication_role = 'replica'");
  await owner.query('SELECT setseed(0.4711)');
  const { rows } = await owner.query<{ id: string }>(INSERT_NEIGHBORS, [size.neighbors]);
  for (const { id } of rows) await owner.query(INSERT_CUSTOMERS, [id, size.customersOfNeighbor]);
  await owner.query(INSERT_CUSTOMERS, [merchantId, size.customers]);
  await owner.query(INSERT_PURCHASES, [merchantId, employeeId]);
  const { rows: indexes } = await owner.query<{ definition: string }>(
    "SELECT pg_get_indexdef('customer_search_text_idx'::regclass) AS definition",
  );
  await owner.query('DROP INDEX customer_search_text_idx');
  await owner.query(INSERT_SEARCH);
  await owner.query(indexes[0]?.definition ?? '');
  await owner.query("SET session_replication_role = 'origin'");
  await owner.query('VACUUM (ANALYZE)');
}
