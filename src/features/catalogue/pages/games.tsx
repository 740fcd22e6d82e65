import { Link } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
import { pageScope } from '#platform/http/page.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { CardDrawing } from '../components/card-entry.tsx';
import { gameAddress } from '../read/addresses.ts';
import { listGames, sampleCards } from '../read/catalogue.queries.server.ts';
import '../components/catalogue.css';
import { trailJsonLd } from '../components/catalogue-meta.ts';
import type { Route } from './+types/games.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = pageScope(context).platform;
  const games = await listGames(db);
  return {
    origin: config.appUrl,
    games: await Promise.all(games.map(async (game) => ({ ...game, art: await sampleCards(db, game.game) }))),
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Games & sets',
    description: `Browse ${formatNumber(total(loaderData?.games ?? []))} cards by game and set, from Pokémon and Magic to sports.`,
    path: '/games',
    jsonLd: trailJsonLd(loaderData?.origin ?? '', [['Games & sets', '/games']]),
  });

export default function Games({ loaderData }: Route.ComponentProps) {
  const { games } = loaderData;
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: 'Home', to: '/' }, { label: 'Games & sets' }]} />
      <div className="page-h">
        <div>
          <h1>Games & sets</h1>
          <p>Browse {formatNumber(total(games))} cards by game, set and number.</p>
        </div>
      </div>
      {games.length === 0 ? (
        <EmptyState title="No games yet">
          Our card database is still empty. You can list a card by entering its details.
        </EmptyState>
      ) : (
        <ul className="game-list">
          {games.map(({ game, name, sets, cards, art }) => (
            <li key={game} className="game-tile panel">
              <div className="game-fan" aria-hidden="true">
                {art.map((artUrl) => (
                  <CardDrawing key={artUrl} artUrl={artUrl} alt="" />
                ))}
              </div>
              <h2>
                <Link to={gameAddress(game)}>{name}</Link>
              </h2>
              <p className="dim tnum">
                {plural(cards, { one: '# card', other: '# cards' })} · {plural(sets, { one: '# set', other: '# sets' })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function total(games: readonly { cards: number }[]): number {
  return games.reduce((sum, { cards }) => sum + cards, 0);
}
