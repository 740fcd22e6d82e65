import { Link } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
import { totalsInWords } from '../model/list-words.ts';
import type { Choice } from '../read/for-sale.server.ts';

export type ChosenBy = 'price' | 'sellers';

interface ListChoicesProps {
  at: string;
  by: ChosenBy;
  choices: { cheapest: Choice; fewest: Choice };
}

/** Two ways to buy one copy of each card, with their totals; the chosen one sets the copies of the lines. */
export function ListChoices({ at, by, choices: { cheapest, fewest } }: ListChoicesProps) {
  const cards = cheapest.copies.length;
  if (cards === 0) return null;
  const both = [
    { name: 'price', to: at, label: 'Cheapest', choice: cheapest },
    { name: 'sellers', to: `${at}?by=sellers`, label: 'Fewest sellers', choice: fewest },
  ] as const;
  return (
    <div className="mb-4" data-testid="list-cheapest">
      <ul className="list-choices" aria-label="Ways to buy these cards">
        {both.map(({ name, to, label, choice }) => (
          <li key={name}>
            <Link to={to} aria-current={name === by ? 'true' : undefined} preventScrollReset>
              <span>{label}</span>
              <strong>{totalsInWords(choice.totals)}</strong>
              <span className="dim">
                {plural(choice.sellers, {
                  one: 'from # seller',
                  other: `from ${formatNumber(choice.sellers)} sellers`,
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="dim mt-2">
        {plural(cards, { one: 'For # card.', other: 'For one copy of # cards.' })} Fewest sellers starts with the seller
        who has most of them; shipping counts once per seller.
      </p>
    </div>
  );
}
