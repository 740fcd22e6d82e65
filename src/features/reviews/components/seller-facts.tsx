import type { MeasuredFacts } from '#features/members/contract.ts';
import { factRules } from '#features/members/words.ts';
import { factRows, factWindow } from '../facts/facts-words.ts';

/** The measured facts of a seller in few lines, beside their listings. */
export default function SellerFacts({ facts }: { facts: MeasuredFacts }) {
  const { orders, replyHoursMedian } = facts;
  if (Math.max(orders.sample, replyHoursMedian.sample) < factRules.enough)
    return (
      <p className="dim">Not enough orders and replies in the last {factWindow} to show shipping and reply times.</p>
    );
  return (
    <>
      <dl className="msr-s">
        {factRows(facts).map(({ label, value, of }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value} <span className="dim">{of}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="dim">Calculated from orders in the last {factWindow}.</p>
    </>
  );
}
