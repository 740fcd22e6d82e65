import { Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
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
    title: 'Games',
    description: `The catalogue: ${formatNumber(total(loaderData?.games ?? []))} cards by game and set, from Pokémon and Magic to sports.`,
    path: '/games',
    jsonLd: trailJsonLd(loaderData?.origin ?? '', [['Games', '/games']]),
  });

export default function Games({ loaderData }: Route.ComponentProps) {
  const { games } = loaderData;
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: 'Home', to: '/' }, { label: 'Games' }]} />
      <div className="page-h">
        <div>
          <h1>Games</h1>
          <p>{formatNumber(total(games))} cards in the catalogue, by game, set and number.</p>
        </div>
      </div>
      {games.length === 0 ? (
        <EmptyState title="No cards in the catalogue yet">
          The operator has not loaded it. Cards can still be listed in your own words.
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
                {formatNumber(cards)} cards · {formatNumber(sets)} {sets === 1 ? 'set' : 'sets'}
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
