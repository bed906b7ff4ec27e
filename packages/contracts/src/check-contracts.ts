import type { Break } from './compare-contracts.ts';
import { compareContracts } from './compare-contracts.ts';
import type { Contract } from './contract.ts';
import type { RecordedContract } from './record-release.ts';

/** An accepted break of one release: the next release of the same front end ends it. */
export interface AcceptedBreak {
  consumer: string;
  version: string;
  what: string;
  side: Break['side'];
  why: string;
}

/** One sentence for each break between a release and today's API, and for each acceptance without a break. */
export function checkContracts(
  recorded: readonly RecordedContract[],
  api: Contract,
  accepted: readonly AcceptedBreak[],
): string[] {
  const used = new Set<AcceptedBreak>();
  const sentences = recorded.flatMap(({ consumer, version, text }) =>
    compareContracts(text, api).flatMap(({ what, side, reason }) => {
      const isThis = (each: AcceptedBreak) =>
        each.consumer === consumer && each.version === version && each.what === what && each.side === side;
      const acceptance = accepted.find((each) => isThis(each) && each.why.trim() !== '');
      if (!acceptance) return [`${consumer} ${version}: ${what}, ${side}: ${reason}`];
      used.add(acceptance);
      return [];
    }),
  );
  const needless = accepted.filter((each) => !used.has(each));
  return [
    ...sentences,
    ...needless.map(
      ({ consumer, version, what, side }) =>
        `${consumer} ${version}: ${what}, ${side}: is accepted in released/accepted-breaks.json, but is no break (or has no reason).`,
    ),
  ];
}
