import type { MeasuredFacts } from '#features/members/contract.ts';
import { plural } from '#kernel/format.ts';
import { type FactRow, factRows, factWindow } from '../facts/facts-words.ts';

/** The measured facts of a member as a seller, on their page. */
export default function FactsPanel({ facts }: { facts: MeasuredFacts }) {
  const { value } = facts.orders;
  const paid = value === 0 ? 'no paid orders' : plural(value, { one: '# paid order', other: '# paid orders' });
  return (
    <section className="mt-10" aria-labelledby="facts">
      <h2 id="facts">Seller performance</h2>
      <p className="dim mt-1 mb-4">
        Calculated from orders in the last {factWindow}: {paid}. Shipped orders that were refunded are left out, unless
        the buyer reported a problem.
      </p>
      <dl className="panel msr">{factRows(facts).map(Fact)}</dl>
    </section>
  );
}

function Fact({ label, value, of }: FactRow) {
  return (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd className="dim">{of}</dd>
    </div>
  );
}
