import { formatUnit } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { Listing } from '../../contract.ts';

type Rules = Pick<Listing, 'acceptsOffers' | 'offerFloor' | 'offerWindowHours' | 'autoAccept' | 'autoDecline'>;

/** What a seller has set about offers, as one reads it back to them; empty where they take none. */
function offerRules({ acceptsOffers, offerFloor, offerWindowHours, autoAccept, autoDecline }: Rules): string[] {
  if (!acceptsOffers) return [];
  const least = Math.max(offerFloor?.amount ?? 0, autoDecline?.amount ?? 0);
  const rules = [
    autoAccept && `Offers of ${formatMoney(autoAccept)} or more are accepted automatically.`,
    least > 0 &&
      offerFloor !== undefined &&
      `Offers below ${formatMoney({ ...(offerFloor ?? autoDecline), amount: least } as NonNullable<typeof offerFloor>)} are declined automatically.`,
  ].filter((rule) => typeof rule === 'string');
  return [
    ...(offerWindowHours ? [`Offers expire after ${formatUnit(offerWindowHours, 'hour')}.`] : []),
    ...(rules.length > 0 ? [...rules, 'Buyers don’t see these amounts.'] : []),
  ];
}

export function OwnOffers(listing: Rules) {
  const said = offerRules(listing);
  return said.length > 0 ? <p className="dim mt-3 text-[0.8125rem]">{said.join(' ')}</p> : null;
}
