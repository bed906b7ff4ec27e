import { keepPreviousData } from '@tanstack/react-query';
import { TOGETHER } from 'federation/create-api-links';

/** The options of every query that is asked by the period of the page. */
export const PERIOD_ANSWER = {
  // The counter's screens have another cache: a purchase recorded there must be counted here.
  staleTime: 0,
  // Another period's numbers stay until the new ones are there: nothing collapses in between.
  placeholderData: keepPreviousData,
  trpc: TOGETHER,
} as const;
