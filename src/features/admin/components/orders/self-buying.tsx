import { Note } from '#ui/page/panel.tsx';
import type { OrderFactsView } from '../../contract.ts';

const said: Record<OrderFactsView['selfBuying'][number], string> = {
  card: 'The buyer paid with a payment method that the seller has used too.',
  address: 'The order ships to an address where the seller has received cards.',
  network: 'The buyer used a network where the seller is signed in.',
  browser: 'The buyer used a browser where the seller has signed in.',
};

/** Signals of self-buying. Families share all of them, so an admin decides. */
export function SelfBuying({ order: { selfBuying } }: { order: Pick<OrderFactsView, 'selfBuying'> }) {
  if (selfBuying.length === 0) return null;
  return (
    <Note tone="warning" className="mb-4">
      The buyer and the seller may be the same person. {selfBuying.map((sign) => said[sign]).join(' ')} This has no
      automatic consequences.
    </Note>
  );
}
