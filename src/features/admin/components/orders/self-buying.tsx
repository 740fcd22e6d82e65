import { Note } from '#ui/page/panel.tsx';
import type { OrderFactsView } from '../../contract.ts';

const said: Record<OrderFactsView['selfBuying'][number], string> = {
  card: 'it was paid with a card that the seller has paid with, too',
  address: 'it goes to an address where the seller has had cards sent',
  network: 'it was bought from a network where the seller is signed in',
  browser: 'it was bought in a browser that has signed in to the seller’s account',
};

/** Signals of self-buying. Families share all of them, so an admin decides. */
export function SelfBuying({ order: { selfBuying } }: { order: Pick<OrderFactsView, 'selfBuying'> }) {
  if (selfBuying.length === 0) return null;
  return (
    <Note tone="warning" className="mb-4">
      Buyer and seller may be one person: {selfBuying.map((sign) => said[sign]).join('; ')}. Nothing follows from that
      by itself.
    </Note>
  );
}
