import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
import { Icon } from '#ui/icon.tsx';
import type { FacetValue } from '../../contract.ts';
import { type BrowseQuery, browseLink } from './browse-address.ts';
import { type ValueCounts, valuesAtFirst } from './browse-query.ts';

/** The first few, and the rest behind one press; what is chosen is never hidden. */
export function FoldedList({ shown, children }: { shown: number; children: ReactNode[] }) {
  const rest = children.length - shown;
  return (
    <>
      <ul>{children.slice(0, shown)}</ul>
      {rest > 0 && (
        <details className="fold">
          <summary className="link">Show {formatNumber(rest)} more</summary>
          <ul>{children.slice(shown)}</ul>
        </details>
      )}
    </>
  );
}

interface ValueWords {
  fewer: string;
  more: { one: string; other: string };
}

export const valueWords: Record<keyof ValueCounts, ValueWords> = {
  set: { fewer: 'Fewer sets', more: { one: '# more set', other: '# more sets' } },
  rarity: { fewer: 'Fewer rarities', more: { one: '# more rarity', other: '# more rarities' } },
};

/** The way to the rest and back: one place, so that who came by keyboard stays where they were. */
export function AllValues({ query, count, words }: { query: BrowseQuery; count: number; words: ValueWords }) {
  if (count <= valuesAtFirst) return null;
  return (
    <Link
      className="link"
      to={browseLink(query, { allValues: !query.allValues, cursor: query.cursor })}
      preventScrollReset
      replace
    >
      {query.allValues ? words.fewer : plural(count - valuesAtFirst, words.more)}
    </Link>
  );
}

interface SetFilterProps {
  sets: FacetValue[];
  boxes(values: FacetValue[]): ReactNode;
  prefix: string;
  /** Below the list. */
  children: ReactNode;
}

export function SetFilter({ sets, boxes, prefix, children }: SetFilterProps) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = wanted ? sets.filter((set) => set.label.toLowerCase().includes(wanted)) : sets;
  return (
    <section>
      <h3 id={`${prefix}-sets`}>Set</h3>
      {sets.length > 8 && (
        <p className="fsearch mb-2">
          <Icon of={Search} size={16} />
          {/* Without a name it is no part of the search's address. */}
          <input
            type="search"
            className="w-full!"
            aria-label="Search sets"
            placeholder="Search sets"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </p>
      )}
      {/* Eight rows are shown whole, whatever their height; more of them scroll. */}
      <ul
        className={sets.length > 8 ? 'relative max-h-64 overflow-y-auto pr-2' : 'pr-2'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
        tabIndex={0}
        aria-labelledby={`${prefix}-sets`}
      >
        {boxes(found)}
      </ul>
      {found.length === 0 && <p className="help">No sets match “{words.trim()}”.</p>}
      {children}
    </section>
  );
}
