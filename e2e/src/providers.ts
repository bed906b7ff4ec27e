import { randomBytes } from 'node:crypto';
import { type MailchimpStandIn, startMailchimpStandIn } from 'provider-stand-ins/mailchimp';
import { type RdStationStandIn, startRdStationStandIn } from 'provider-stand-ins/rd-station';
import { test as base, expect } from './shop.ts';

interface Providers {
  mailchimp: MailchimpStandIn;
  rdStation: RdStationStandIn;
}

/** So long that a run of a few hundred customers can be watched, and a single call is not waited for. */
const ANSWER_AFTER_MS = 150;

/**
 * Mailchimp and RD Station where the product looks for them. One journey file at a time can have them: they stand at the
 * two ports that the product was started with.
 */
export const test = base.extend<object, { providers: Providers }>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const mailchimp = await startMailchimpStandIn({
        port: Number(process.env.JOURNEYS_MAILCHIMP_PORT),
        answerAfterMs: ANSWER_AFTER_MS,
      });
      const rdStation = await startRdStationStandIn({
        port: Number(process.env.JOURNEYS_RD_STATION_PORT),
        answerAfterMs: ANSWER_AFTER_MS,
      });
      await use({ mailchimp, rdStation });
      expect([...mailchimp.violations, ...rdStation.violations]).toEqual([]);
      await Promise.all([mailchimp.stop(), rdStation.stop()]);
    },
    { scope: 'worker' },
  ],
});

/** One that opens an account of its own; those that begin with 'wrong' open none. */
export const newMailchimpKey = () => `${randomBytes(16).toString('hex')}-us21`;
export const newToken = () => randomBytes(20).toString('hex');
