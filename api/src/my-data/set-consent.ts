import type { ProofSubject } from 'domain/proof';
import type { Context } from '../context.ts';
import { answerOffers, type OffersAnswer } from '../customers/answer-offers.ts';
import type { ProvingCaller } from '../proof/proof-subject.ts';
import { withProvedCustomer } from '../proof/proved-customer.ts';

/** A proved customer's answer to offers. Throws as `withProvedCustomer` and `answerOffers`. */
export async function setConsent(
  caller: ProvingCaller & Pick<Context, 'userAgent'>,
  who: ProofSubject,
  answer: Omit<OffersAnswer, 'request'>,
): Promise<void> {
  await withProvedCustomer(caller, who, (tx, { id }) => answerOffers(tx, id, { ...answer, request: caller }));
}
