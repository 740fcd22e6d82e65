import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { cartRefusals } from '../contract.ts';

const offerMark = 'offer:';
export const offerLineId = (offerId: string): string => `${offerMark}${offerId}`;

/** The listing of a line to change. Refuses what can't be a line (404), and an accepted offer (409 `offer_line`). */
export function listingOfLine(id: string): string {
  if (isId(id)) return id;
  if (id.startsWith(offerMark) && isId(id.slice(offerMark.length)))
    throw conflict(cartRefusals.offerLine, 'An accepted offer stays in your cart until its reservation ends.');
  throw unknownLine();
}

export const unknownLine = () => notFound('This card isn’t in your cart.');
