import type { MeasuredFacts } from '#features/members/contract.ts';
import { plural } from '#kernel/format.ts';
import { type FactRow, factRows, factWindow } from '../facts/facts-words.ts';

/** The measured facts of a member as a seller, on their page. */
export default function FactsPanel({ facts }: { facts: MeasuredFacts }) {
  const { value } = facts.orders;
  const calculated =
    value === 0
      ? `There were no paid orders in the last ${factWindow}.`
      : plural(value, {
          one: `Calculated from # paid order in the last ${factWindow}.`,
          other: `Calculated from # paid orders in the last ${factWindow}.`,
        });
  return (
    <section className="mt-10" aria-labelledby="facts">
      <h2 id="facts">Seller performance</h2>
      <p className="dim mt-1 mb-4">
        {calculated} Shipped orders that were refunded are left out, unless the buyer reported a problem.
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
