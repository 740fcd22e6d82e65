import type { MeasuredFacts } from '#features/members/contract.ts';
import { factRules } from '#features/members/words.ts';
import { factRows, factWindow, hoursSaid } from '../facts/facts-words.ts';

/** The measured facts of a seller beside their listings: how soon they ship and reply, the rest on request. */
export default function SellerFacts({ facts }: { facts: MeasuredFacts }) {
  const { orders, replyHoursMedian } = facts;
  if (Math.max(orders.sample, replyHoursMedian.sample) < factRules.enough)
    return (
      <p className="dim">Not enough orders and replies in the last {factWindow} to show shipping and reply times.</p>
    );
  const rows = factRows(facts);
  return (
    <details>
      <summary>{summaryOf(facts)}</summary>
      <dl className="msr-s">
        {rows.map(({ label, value, of }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value} <span className="dim">{of}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="dim">Calculated from orders in the last {factWindow}.</p>
    </details>
  );
}

/** How soon the seller ships and replies, so far as it is known. */
function summaryOf({ shipHoursMedian: ship, replyHoursMedian: reply }: MeasuredFacts): string {
  const known = [
    ship.value !== null && `Ships in ${hoursSaid(ship.value)}`,
    reply.value !== null && `Replies in ${hoursSaid(reply.value)}`,
  ].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : 'Seller statistics';
}
