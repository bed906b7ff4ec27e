import {
  correctMyDataInput,
  downloadMyDataInput,
  eraseMyDataInput,
  setConsentInput,
  showMyDataInput,
} from 'domain/my-data-inputs';
import { MY_DATA_PER_ADDRESS } from '../limits/call-limits.ts';
import { publicProcedure, router } from '../trpc.ts';
import { correctMyData } from './correct-my-data.ts';
import { downloadMyData } from './download-my-data.ts';
import { eraseMyData } from './erase-my-data.ts';
import { setConsent } from './set-consent.ts';
import { showMyData } from './show-my-data.ts';

/** What a proved customer sees of their data at one merchant, and does with it. */
export const myDataRouter = router({
  /** All that is stored, in words. */
  show: publicProcedure(MY_DATA_PER_ADDRESS)
    .input(showMyDataInput)
    .query(({ ctx, input }) => showMyData(ctx, input.who)),

  /** The same as a file, whose text the page saves. */
  download: publicProcedure(MY_DATA_PER_ADDRESS)
    .input(downloadMyDataInput)
    .mutation(({ ctx, input }) => downloadMyData(ctx, input.who, input.format)),

  /** Gives or withdraws the consent to offers by one channel. */
  setConsent: publicProcedure(MY_DATA_PER_ADDRESS)
    .input(setConsentInput)
    .mutation(async ({ ctx, input: { who, ...answer } }): Promise<null> => {
      await setConsent(ctx, who, answer);
      return null;
    }),

  /** Changes the name and the e-mail. */
  correct: publicProcedure(MY_DATA_PER_ADDRESS)
    .input(correctMyDataInput)
    .mutation(async ({ ctx, input: { who, ...contacts } }): Promise<null> => {
      await correctMyData(ctx, who, contacts);
      return null;
    }),

  /** Erases the customer at this merchant for good. */
  erase: publicProcedure(MY_DATA_PER_ADDRESS)
    .input(eraseMyDataInput)
    .mutation(({ ctx, input }) => eraseMyData(ctx, input.who, input.phone)),
});
