import { PrismaPg } from '@prisma/adapter-pg';
import { initTRPC, TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { confirmInput } from 'domain/inputs';
import Fastify from 'fastify';
import { type Prisma, PrismaClient } from '../../../api/src/generated/prisma/client.ts';
import { openPool } from '../../../api/src/lib/database.ts';
import { createSemaphore } from '../../../api/src/lib/semaphore.ts';
import { sha256 } from '../../../api/src/lib/tokens.ts';

/**
 * The peer: the same confirmation as most teams would write it with the same libraries, a Prisma interactive
 * transaction under tRPC's stock Fastify adapter. It checks no host, no origin and no rate limit, and never
 * settles lots that matured or expired: less work than the product's.
 */
const { DATABASE_URL = '', PORT = '0' } = process.env;
const POOL_SIZE = 10;
const WAIT_MS = 20_000;
const prisma = new PrismaClient({
  adapter: new PrismaPg(openPool(DATABASE_URL, { connections: POOL_SIZE }, () => undefined)),
});
/** Without it 128 callers would wait for a connection longer than the pool's time limit. */
const connections = createSemaphore(POOL_SIZE, Number.POSITIVE_INFINITY, () => new Error('unreachable'));
const t = initTRPC.create();

interface FoundPurchase {
  merchant_id: string;
  id: string;
  customer_id: string;
}

async function findPurchase(tx: Prisma.TransactionClient, token: string): Promise<FoundPurchase> {
  const hash = sha256(token);
  const [found] = await tx.$queryRaw<FoundPurchase[]>`
    SELECT t.merchant_id, t.id, t.customer_id, set_config('app.merchant_id', t.merchant_id::text, true)
    FROM lookup.purchase_by_token(${hash}) t`;
  if (!found) throw new TRPCError({ code: 'NOT_FOUND' });
  return found;
}

async function credit(tx: Prisma.TransactionClient, found: FoundPurchase) {
  const ids = { merchantId: found.merchant_id, id: found.id };
  await tx.$queryRaw`SELECT id FROM customers
    WHERE merchant_id = ${found.merchant_id}::uuid AND id = ${found.customer_id}::uuid FOR NO KEY UPDATE`;
  const now = new Date();
  const purchase = await tx.purchase.update({
    where: { merchantId_id: ids, qrScanned: false, status: 'completed', tokenExpiresAt: { gt: now } },
    data: { qrScanned: true, qrScannedAt: now },
  });
  const merchant = await tx.merchant.findUniqueOrThrow({ where: { id: found.merchant_id } });
  const { merchantId, customerId, cashbackCents, rateBasisPoints } = purchase;
  const customer = await tx.customer.update({
    where: { merchantId_id: { merchantId, id: customerId } },
    data: {
      cashbackBalanceCents: { increment: cashbackCents },
      totalCashbackCents: { increment: cashbackCents },
      availableCents: { increment: cashbackCents },
      balanceAsOf: now,
    },
  });
  const lot = { merchantId, id: purchase.id, customerId, transactionId: purchase.id, rateBasisPoints };
  await tx.cashbackLot.createMany({
    data: {
      ...lot,
      amountCents: cashbackCents,
      remainingCents: cashbackCents,
      availableAt: now,
      createdAt: now,
    },
  });
  await tx.ledgerEntry.createMany({
    data: {
      ...{
        merchantId,
        customerId,
        lotId: purchase.id,
        sourceId: purchase.id,
        kind: 'accrual',
        createdAt: now,
      },
      ...{ amountCents: cashbackCents, balanceAfterCents: customer.cashbackBalanceCents },
    },
  });
  return {
    merchantName: merchant.name,
    merchantSlug: merchant.signupLinkSlug,
    phone: customer.phone,
    amountCents: Number(purchase.amountCents),
    cashbackCents: Number(cashbackCents),
    rateBasisPoints,
    availableCents: Number(customer.availableCents),
    availableAt: now.toISOString(),
  };
}

function confirm(token: string) {
  const wait = { maxWait: WAIT_MS, timeout: WAIT_MS };
  return connections.run(() =>
    prisma.$transaction(async (tx) => credit(tx, await findPurchase(tx, token)), wait),
  );
}

const appRouter = t.router({
  cashback: t.router({
    confirm: t.procedure.input(confirmInput).mutation(({ input }) => confirm(input.token)),
  }),
});

const server = Fastify();
server.get('/readyz', async () => 'ready');
await server.register(fastifyTRPCPlugin, {
  prefix: '/trpc',
  trpcOptions: {
    router: appRouter,
    onError: ({ error }: { error: Error }) => console.error(`peer: ${error.message}`),
  },
});
await server.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit());
