import { ChevronDown, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useEarlyInput } from '#ui/form/early-input.ts';
import { Icon } from '#ui/icon.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { dateWords } from '../components/card-words.ts';
import { gameAddress, setAddress } from '../read/addresses.ts';
import { loadGamePage } from '../read/catalogue.pages.server.ts';
import '../components/catalogue.css';
import { trailJsonLd } from '../components/catalogue-meta.ts';
import { findSets, type SetCarousel } from '../model/set-carousels.ts';
import type { Route } from './+types/game.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, config } = pageScope(context).platform;
  const query = new URL(request.url).searchParams.get('q') ?? '';
  return { ...(await loadGamePage(db, params.game).catch(pageRefusal)), query, origin: config.appUrl };
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const game = loaderData?.game;
  return pageMeta(matches, {
    title: game ? `${game.name} sets` : 'Game not found',
    description: game
      ? `Browse ${formatNumber(game.cards)} ${game.name} cards in ${formatNumber(game.sets)} sets, and compare listings.`
      : 'This game is not in our card database.',
    path: gameAddress(params.game),
    jsonLd:
      game &&
      trailJsonLd(loaderData.origin, [
        ['Games & sets', '/games'],
        [game.name, gameAddress(game.game)],
      ]),
    noIndex: !game,
  });
};

export default function GamePage({ loaderData }: Route.ComponentProps) {
  const { game, shelves } = loaderData;
  const [query, setQuery] = useState(loaderData.query);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form);
  const isSearch = query.trim() !== '';
  const carousels = findSets(shelves, query);
  const found = carousels.reduce((sum, { sets }) => sum + sets.length, 0);
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: 'Games & sets', to: '/games' }, { label: game.name }]} />
      <div className="page-h">
        <div>
          <h1>{game.name}</h1>
          <p className="tnum">
            {formatNumber(game.cards)} cards in {formatNumber(game.sets)} sets
          </p>
        </div>
        <Link className="btn" to={`/browse?game=${encodeURIComponent(game.game)}`}>
          View listings
        </Link>
      </div>
      <Form
        ref={form}
        className="fsearch"
        role="search"
        aria-label="Search sets"
        onSubmit={(event) => event.preventDefault()}
      >
        <Icon of={Search} size={16} />
        <input
          type="search"
          name="q"
          aria-label="Search sets"
          placeholder="Search sets"
          defaultValue={loaderData.query}
          onChange={(event) => setQuery(event.target.value)}
          autoComplete="off"
          enterKeyHint="search"
        />
        <p className="sr" role="status">
          {isSearch ? plural(found, { one: '# set', other: '# sets' }) : ''}
        </p>
      </Form>
      {found === 0 && (
        <EmptyState
          title="No matching sets"
          action={
            <Link className="btn" to={gameAddress(game.game)} reloadDocument>
              Clear search
            </Link>
          }
        >
          Try different or fewer words.
        </EmptyState>
      )}
      {carousels.map((carousel, at) => (
        // A search opens all eras; without it, each is as the reader leaves it.
        <Era key={`${carousel.title} ${isSearch}`} game={game.game} carousel={carousel} isOpen={isSearch || at === 0} />
      ))}
    </div>
  );
}

interface EraProps {
  game: string;
  carousel: SetCarousel;
  isOpen: boolean;
}

function Era({ game, carousel, isOpen }: EraProps) {
  return (
    <details className="era" open={isOpen}>
      <summary>
        <h2>
          {carousel.title} <span className="dim tnum">{formatNumber(carousel.sets.length)}</span>
        </h2>
        <Icon of={ChevronDown} size={16} />
      </summary>
      <ul className="set-list">
        {carousel.sets.map((set) => (
          <li key={set.setCode}>
            <Link to={setAddress(game, set.setCode)}>
              <span className="set-n">{set.setName}</span>
              {set.setAbbr && <span className="tag">{set.setAbbr}</span>}
            </Link>
            <p className="dim tnum">
              {[
                plural(set.cards, { one: '# card', other: '# cards' }),
                set.inserts > 0 ? plural(set.inserts, { one: '# insert set', other: '# insert sets' }) : null,
                dateWords(set.releaseDate),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
