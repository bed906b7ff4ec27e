import type { FirstPaintScreen, FirstPaintScreenName, MarkupPiece } from 'domain/first-paint';
import type { PageMerchant } from 'domain/page-context';
import { ConfirmationView } from '../features/confirmations/confirmation-view.tsx';
import { DashboardFrame } from '../features/dashboards/dashboard-frame.tsx';
import { DashboardSkeleton } from '../features/dashboards/dashboard-skeleton.tsx';
import { SignupSkeleton } from '../features/signups/signup-skeleton.tsx';
import type { Markup } from './jsx-runtime.ts';
import { SLOT_VALUES, toPieces } from './slots.ts';

/**
 * Every screen's first paint, rendered by the build from the application's own views for a merchant whose
 * name, logo and color are slots.
 */

/**
 * No first paint: what the arrival's script says where nothing comes. Its styles have to be here before it
 * does.
 */
export { ArrivalFailure } from './arrival-failure.tsx';

type Parts = Pick<FirstPaintScreen, 'markup' | 'standsAlone'>;
type View = (merchant: PageMerchant | undefined) => unknown;

const MERCHANT: PageMerchant = {
  id: '',
  slug: '',
  rateBasisPoints: 0,
  name: SLOT_VALUES.name,
  programName: SLOT_VALUES.programName,
  brandColor: SLOT_VALUES.brandColor,
  logoUrl: SLOT_VALUES.logoUrl,
};

const rendered = (view: unknown): MarkupPiece[] => toPieces((view as Markup).text);

function variants(view: View): FirstPaintScreen['markup'] {
  return {
    merchantWithLogo: rendered(view(MERCHANT)),
    merchant: rendered(view({ ...MERCHANT, logoUrl: null })),
    noMerchant: rendered(view(undefined)),
  };
}

function confirmation(kind: 'cashback' | 'redemption'): Parts {
  const state = { status: 'processing', isSlow: false } as const;
  return {
    standsAlone: true,
    markup: variants((merchant) => (
      <ConfirmationView kind={kind} state={state} merchant={merchant ?? null} />
    )),
  };
}

export const screens: Record<FirstPaintScreenName, Parts> = {
  cashback: confirmation('cashback'),
  redemption: confirmation('redemption'),
  dashboard: {
    standsAlone: false,
    markup: variants((merchant) => (
      <DashboardFrame merchant={merchant} phone={SLOT_VALUES.phone}>
        <DashboardSkeleton />
      </DashboardFrame>
    )),
  },
  signup: {
    standsAlone: false,
    markup: variants((merchant) => (
      <SignupSkeleton
        merchant={
          merchant && {
            name: merchant.name,
            logoUrl: merchant.logoUrl,
            brandColor: merchant.brandColor,
            rate: SLOT_VALUES.rate,
          }
        }
      />
    )),
  },
};
