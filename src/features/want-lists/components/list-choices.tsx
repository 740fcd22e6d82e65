import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { totalsInWords } from '../model/list-words.ts';
import type { Choice } from '../read/for-sale.server.ts';

export type ChosenBy = 'price' | 'sellers';

interface ListChoicesProps {
  at: string;
  by: ChosenBy;
  choices: { cheapest: Choice; fewSellers: Choice };
}

/** Two ways to buy what is still wanted, with their totals. The chosen one sets the copies of the lines. */
export function ListChoices({ at, by, choices: { cheapest, fewSellers } }: ListChoicesProps) {
  if (cheapest.copies.length === 0) return null;
  const both = [
    { name: 'price', to: at, label: 'Cheapest', choice: cheapest },
    { name: 'sellers', to: `${at}?by=sellers`, label: 'Few sellers', choice: fewSellers },
  ] as const;
  return (
    <div className="mb-4" data-testid="list-choices">
      <ul className="list-choices" aria-label="Ways to buy these cards">
        {both.map(({ name, to, label, choice }) => (
          <li key={name}>
            <Link to={to} aria-current={name === by ? 'true' : undefined} preventScrollReset>
              <span>{label}</span>
              <strong>{totalsInWords(choice.totals)}</strong>
              <span className="dim">
                {plural(copiesOf(choice), { one: '# card', other: '# cards' })}{' '}
                {plural(choice.sellers, { one: 'from # seller', other: 'from # sellers' })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="dim mt-2">
        The totals are for all copies still wanted, as far as the chosen listings have them. Few sellers starts with the
        seller who has most of the cards. Shipping counts once per seller.
      </p>
    </div>
  );
}

const copiesOf = ({ copies }: Choice) => copies.reduce((sum, { quantity }) => sum + quantity, 0);
