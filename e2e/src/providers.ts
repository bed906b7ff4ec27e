import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { type MailchimpFake, startMailchimpFake } from 'testing/providers/mailchimp';
import { type RdStationFake, startRdStationFake } from 'testing/providers/rd-station';

export interface Providers {
  mailchimp: MailchimpFake;
  rdStation: RdStationFake;
  /** How long each answer takes, from the next call on. */
  answerAfter(milliseconds: number): void;
  /** Fails if they were called as no provider may be. */
  stop(): Promise<void>;
}

/** A single call is not waited for. */
export const ANSWER_AFTER_MS = 150;

/**
 * Mailchimp and RD Station where the product looks for them. One journey file at a time can have them: they
 * stand at the two ports that the product was started with.
 */
export async function startProviders(): Promise<Providers> {
  const pace = { answerAfterMs: ANSWER_AFTER_MS };
  const at = (port: string | undefined) => ({
    port: Number(port),
    get answerAfterMs() {
      return pace.answerAfterMs;
    },
  });
  const mailchimp = await startMailchimpFake(at(process.env.JOURNEYS_MAILCHIMP_PORT));
  const rdStation = await startRdStationFake(at(process.env.JOURNEYS_RD_STATION_PORT));
  return {
    mailchimp,
    rdStation,
    answerAfter: (milliseconds) => {
      pace.answerAfterMs = milliseconds;
    },
    async stop() {
      await Promise.all([mailchimp.stop(), rdStation.stop()]);
      expect([...mailchimp.violations, ...rdStation.violations]).toEqual([]);
    },
  };
}

/** One that opens an account of its own; those that begin with 'wrong' open none. */
export const newMailchimpKey = () => `${randomBytes(16).toString('hex')}-us21`;
export const newToken = () => randomBytes(20).toString('hex');
