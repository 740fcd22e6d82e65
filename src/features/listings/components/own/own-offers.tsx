import { formatMoney } from '#kernel/numbers/money.ts';
import type { Listing } from '../../contract.ts';

type Rules = Pick<Listing, 'acceptsOffers' | 'offerFloor' | 'offerWindowHours' | 'autoAccept' | 'autoDecline'>;

/** What a seller has set about offers, as one reads it back to them; empty where they take none. */
function offerRules({ acceptsOffers, offerFloor, offerWindowHours, autoAccept, autoDecline }: Rules): string[] {
  if (!acceptsOffers) return [];
  const least = Math.max(offerFloor?.amount ?? 0, autoDecline?.amount ?? 0);
  const rules = [
    autoAccept && `from ${formatMoney(autoAccept)} are accepted`,
    least > 0 &&
      offerFloor !== undefined &&
      `below ${formatMoney({ ...(offerFloor ?? autoDecline), amount: least } as NonNullable<typeof offerFloor>)} are declined`,
  ].filter(Boolean);
  return [
    ...(offerWindowHours ? [`Offers wait ${offerWindowHours} hours for your answer.`] : []),
    ...(rules.length > 0 ? [`Those ${rules.join(', and those ')} by themselves. Buyers don’t see these amounts.`] : []),
  ];
}

export function OwnOffers(listing: Rules) {
  const said = offerRules(listing);
  return said.length > 0 ? <p className="dim mt-3 text-[13px]">{said.join(' ')}</p> : null;
}
