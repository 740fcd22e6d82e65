import type { OfferedMethod, OrderShipping } from '#features/orders/contract.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { countryName } from '#kernel/text/country-name.ts';

/** Why the cards of a group can't be shipped. */
export const shippingProblems = ['no_shipping', 'tracked_required', 'too_large'] as const;
export type ShippingProblem = (typeof shippingProblems)[number];

/** How the cards of one seller are shipped together. */
export interface GroupShipping {
  /** The cheapest first. None: the prices include shipping, or nothing fits. */
  methods: readonly OfferedMethod[];
  /** The chosen one, else the cheapest. */
  chosen: OfferedMethod | null;
  /** Cards for this amount would make shipping free. */
  missingToFree: Money | null;
  /** Working days; null where the seller has no shipping table. */
  shipDays: number | null;
  sendsFrom: string | null;
  problem: ShippingProblem | null;
  message: string | null;
}

/** What the rules know of a group. */
interface Asked {
  /** The name of the method that the buyer chose. One that doesn't fit any more is not chosen. */
  wanted: string | undefined;
  country: string | null;
  /** Whether the seller ships a single card of it to the country. */
  shipsOne: boolean;
}

/** The shipping of a group as it is shown and bought. */
export function shippingOfGroup(quoted: OrderShipping, { wanted, country, shipsOne }: Asked): GroupShipping {
  if (quoted.kind === 'methods') {
    const { methods, missingToFree, shipDays, sendsFrom } = quoted;
    const chosen = methods.find(({ name }) => name === wanted) ?? methods[0] ?? null;
    return { methods, chosen, missingToFree, shipDays, sendsFrom, problem: null, message: null };
  }
  const problem = !shipsOne ? 'no_shipping' : quoted.trackedFrom ? 'tracked_required' : 'too_large';
  return {
    methods: [],
    chosen: null,
    missingToFree: null,
    shipDays: null,
    sendsFrom: null,
    problem,
    message: problemSentence(problem, country, quoted.trackedFrom),
  };
}

function problemSentence(problem: ShippingProblem, country: string | null, trackedFrom: Money | null): string {
  const there = country === null ? '' : ` to ${countryName(country) ?? country}`;
  if (problem === 'no_shipping') return `This seller doesn’t ship${there}. Contact the seller, or change the country.`;
  if (problem === 'too_large')
    return `These cards don’t fit the seller’s shipping methods${there}, even in 2 parcels. Remove cards, or contact the seller.`;
  const from = trackedFrom ? `From ${formatMoney(trackedFrom)}, ` : '';
  return `${from}this seller’s cards need tracked shipping, and none${there} fits. Remove cards, or contact the seller.`;
}
