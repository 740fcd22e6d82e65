import type { OfferSide, OfferStatus } from '../model/offer.process.ts';

/** The states that the page of offers sorts by, each an address of its own. */
export const offerFilters: readonly { name: string; label: string; statuses: readonly OfferStatus[] }[] = [
  { name: 'waiting', label: 'Awaiting reply', statuses: ['pending'] },
  { name: 'accepted', label: 'Accepted', statuses: ['accepted'] },
  { name: 'ended', label: 'Ended', statuses: ['declined', 'withdrawn', 'expired'] },
];

/** The two sides of the page, each an address of its own. */
export const sideNames: Readonly<Record<OfferSide, string>> = { seller: 'received', buyer: 'sent' };

/**
 * The filters in the page's URL; unknown ones count as absent. The default side is the one where an offer waits:
 * received offers first.
 */
export function readOfferQuery(
  params: URLSearchParams,
  waiting: Readonly<Record<OfferSide | 'toPay', number>>,
): { role: OfferSide; filter: (typeof offerFilters)[number] | null } {
  return {
    role:
      sideOf(params.get('side')) ?? (waiting.seller === 0 && waiting.buyer + waiting.toPay > 0 ? 'buyer' : 'seller'),
    filter: offerFilters.find(({ name }) => name === params.get('state')) ?? null,
  };
}

function sideOf(name: string | null): OfferSide | null {
  if (name === sideNames.buyer) return 'buyer';
  return name === sideNames.seller ? 'seller' : null;
}

/**
 * The query of a page with its side named, so that an answer leaves its reader where they are although nothing waits
 * there any more.
 */
export function sameSide(search: string, role: OfferSide): string {
  const params = new URLSearchParams(search);
  params.delete('refused');
  params.set('side', sideNames[role]);
  return params.toString();
}
