import type { OfferSide, OfferStatus } from '../offer.process.ts';

/** The states that the page of offers sorts by, each an address of its own. */
export const offerFilters: readonly { name: string; label: string; statuses: readonly OfferStatus[] }[] = [
  { name: 'waiting', label: 'Waiting', statuses: ['pending'] },
  { name: 'accepted', label: 'Accepted', statuses: ['accepted'] },
  { name: 'ended', label: 'Ended', statuses: ['declined', 'countered', 'withdrawn', 'expired'] },
];

/** What an address of the page asks for; what it does not know counts as absent. */
export function readOfferQuery(params: URLSearchParams): { role: OfferSide; filter: (typeof offerFilters)[number] | null } {
  return {
    role: params.get('side') === 'sent' ? 'buyer' : 'seller',
    filter: offerFilters.find(({ name }) => name === params.get('state')) ?? null,
  };
}
