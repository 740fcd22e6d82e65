import { Link } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { dateWords } from '../components/card-words.ts';
import { gameAddress, setAddress } from '../read/addresses.ts';
import { loadGamePage } from '../read/catalogue.pages.server.ts';
import '../components/catalogue.css';
import { trailJsonLd } from '../components/catalogue-meta.ts';
import type { SetCarousel } from '../model/set-carousels.ts';
import type { Route } from './+types/game.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, config } = pageScope(context).platform;
  return { ...(await loadGamePage(db, params.game).catch(pageRefusal)), origin: config.appUrl };
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
  const { game, shelves: carousels } = loaderData;
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
      {carousels.length > 1 && (
        <nav className="era-nav" aria-label="Eras">
          <ul className="chips">
            {carousels.map(({ title }, at) => (
              <li key={title}>
                <a className="chip" href={`#era-${at}`}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {carousels.map((carousel, at) => (
        <Era key={carousel.title} game={game.game} carousel={carousel} id={`era-${at}`} />
      ))}
    </div>
  );
}

function Era({ game, carousel, id }: { game: string; carousel: SetCarousel; id: string }) {
  return (
    <section className="era" id={id} aria-labelledby={`${id}-h`}>
      <h2 id={`${id}-h`}>
        {carousel.title} <span className="dim tnum">{formatNumber(carousel.sets.length)}</span>
      </h2>
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
    </section>
  );
}
