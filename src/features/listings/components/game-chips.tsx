import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { FacetValue } from '../contract.ts';
import { type BrowseQuery, browseLink } from './browse/browse-address.ts';

/** The games as a row that scrolls sideways, the chosen one in view. */
export function GameChips({ query, games }: { query: BrowseQuery; games: readonly FacetValue[] }) {
  const row = useRef<HTMLElement>(null);
  const chosen = query.game;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what moves the row
  useEffect(() => {
    const box = row.current;
    const chip = box?.querySelector<HTMLElement>('[aria-current]');
    // Not `scrollIntoView`, which may also move the page.
    if (box && chip) box.scrollLeft = chip.offsetLeft - (box.clientWidth - chip.offsetWidth) / 2;
  }, [chosen]);
  return (
    <div className="games">
      <nav ref={row} className="gs" aria-label="Game">
        {[{ value: '', label: 'All games' }, ...games].map(({ value, label }) => (
          <Link
            key={value}
            className="chip lg"
            to={browseLink(query, { game: value, set: [] })}
            preventScrollReset
            aria-current={chosen === value ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
