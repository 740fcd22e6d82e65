import { Link } from 'react-router';
import type { Want } from '../contract.ts';
import { statusWords, termsOf } from '../want-words.ts';

/** A wanted post as a tile. */
export function WantTile({ want, level: Heading = 'h2' }: { want: Want; level?: 'h2' | 'h3' }) {
  return (
    <li className="panel" data-testid="wanted-tile">
      <Heading className="text-base">
        <Link className="link" to={`/wanted/${want.id}`}>
          {want.title}
        </Link>
      </Heading>
      <p className="dim">{termsOf(want).join(' · ')}</p>
      <p className="dim">
        {want.owner.username}
        {want.status !== 'open' && ` · ${statusWords[want.status]}`}
      </p>
    </li>
  );
}
