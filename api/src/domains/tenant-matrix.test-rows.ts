import { EMPLOYEES, type MatrixRow, nobodysSlug } from '../test/tenant-matrix-row.ts';

/** The signup link and the merchant's own domain. */
export const DOMAINS_MATRIX: Record<string, MatrixRow> = {
  'domains.linkSettings': { asks: 'settings.write', outcomes: EMPLOYEES, foreign: [] },
  'domains.saveLinkSettings': {
    asks: 'settings.write',
    input: (merchant) => ({ slug: merchant.slug, customDomain: merchant.customDomain }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'slug',
        from: 'platform',
        theirs: (own, other) => ({ slug: other.slug, customDomain: own.customDomain }),
        nobodys: (own) => ({ slug: own.slug, customDomain: own.customDomain }),
        toldApart: 'an address leads to one merchant only, and the form says that it is taken',
      },
      {
        what: 'domain',
        from: 'platform',
        theirs: (own, other) => ({ slug: own.slug, customDomain: other.customDomain }),
        nobodys: (own) => ({ slug: own.slug, customDomain: own.customDomain }),
        toldApart: 'a domain that answers for a merchant is public, and the form says that it is taken',
      },
      {
        what: 'slug',
        from: 'own host',
        theirs: (own, other) => ({ slug: other.slug, customDomain: own.customDomain }),
        nobodys: (own) => ({ slug: nobodysSlug(), customDomain: own.customDomain }),
      },
    ],
  },
  'domains.verify': { asks: 'settings.write', outcomes: EMPLOYEES, foreign: [] },
};
