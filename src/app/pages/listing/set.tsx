import { Link, useNavigation } from 'react-router';
import { cardsAtOnce, loadSetPage, type SetPageData } from '#features/catalogue/index.server.ts';
import {
  CardEntry,
  dateWords,
  gameAddress,
  salesOfSet,
  setAddress,
  trailJsonLd,
} from '#features/catalogue/widgets.tsx';
import { hiddenSellers, offersOfCards } from '#features/listings/index.server.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { TileGrid } from '#ui/card/card-tile.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { ShowMore } from '#ui/page/pagination.tsx';
import '#features/catalogue/components/catalogue.css';
import type { Route } from './+types/set.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shown = Number(new URL(request.url).searchParams.get('show')) || cardsAtOnce;
  const { platform, actor } = pageScope(context);
  const found = await loadSetPage(platform.db, params.game, params['*'], shown).catch(pageRefusal);
  const offers = await offersOfCards(
    platform,
    found.cards.map(({ id }) => id),
    await hiddenSellers(platform, actor?.id ?? null),
  );
  return { ...found, offers, step: cardsAtOnce, origin: platform.config.appUrl };
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const set = loaderData?.set;
  return pageMeta(matches, {
    title: set ? `${set.setName} · ${loaderData.gameName}` : 'Set not found',
    description: set
      ? `All ${formatNumber(set.cards)} cards of ${set.setName} (${loaderData.gameName}${set.releaseDate ? `, ${dateWords(set.releaseDate)}` : ''}) by number, with listings.`
      : 'This set is not in our card database.',
    path: setAddress(params.game, params['*']),
    jsonLd:
      set &&
      trailJsonLd(loaderData.origin, [
        ['Games & sets', '/games'],
        [loaderData.gameName, gameAddress(set.game)],
        [set.setName, setAddress(set.game, set.setCode)],
      ]),
    noIndex: !set,
  });
};

export default function SetPage({ loaderData }: Route.ComponentProps) {
  const { set, gameName, parent, inserts, cards, offers, step } = loaderData;
  const navigation = useNavigation();
  const address = setAddress(set.game, set.setCode);
  const more = cards.length < set.cards ? `${address}?show=${cards.length + step}` : null;
  return (
    <div className="wrap grow">
      <Breadcrumbs
        trail={[
          { label: 'Games & sets', to: '/games' },
          { label: gameName, to: gameAddress(set.game) },
          ...(parent ? [{ label: parent.setName, to: setAddress(set.game, parent.setCode) }] : []),
          { label: set.setName },
        ]}
      />
      <div className="page-h">
        <div>
          <h1>{set.setName}</h1>
          <p className="tnum">{factsOf(set)}</p>
        </div>
        <Link className="btn" to={salesOfSet(set.game, set.setCode)}>
          View listings
        </Link>
      </div>
      {inserts.length > 0 && <Inserts game={set.game} inserts={inserts} />}
      {set.parallels.length > 0 && <Parallels names={set.parallels} />}
      <h2 className="sr">Cards</h2>
      <TileGrid compact label={`Cards in ${set.setName}`}>
        {cards.map((card, at) => (
          <li key={card.id}>
            <CardEntry
              card={card}
              more={saleWords(offers.get(card.id))}
              priority={at === 0 ? 'first' : at < 8 ? 'eager' : 'lazy'}
            />
          </li>
        ))}
      </TileGrid>
      <ShowMore
        to={more}
        step={step}
        shown={cards.length}
        total={set.cards}
        noun="cards"
        busy={navigation.state === 'loading'}
      />
    </div>
  );
}

/** Where nothing is for sale the tile says nothing. The number stays on one line with its words. */
function saleWords(offer: { count: number; lowest: Money } | undefined): string | undefined {
  return offer && `From ${formatMoney(offer.lowest)} · ${formatNumber(offer.count)}\u00a0for\u00a0sale`;
}

function factsOf(set: SetPageData['set']): string {
  return [
    set.setAbbr ?? (set.setCode.includes('-') && set.game === 'sports' ? null : set.setCode.replace(/~.*$/, '')),
    set.series,
    dateWords(set.releaseDate, set.releaseDateApprox),
    plural(set.cards, { one: '# card', other: '# cards' }),
    set.printedTotal && set.printedTotal < set.cards ? `numbered to ${set.printedTotal}` : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Inserts({ game, inserts }: { game: string; inserts: SetPageData['inserts'] }) {
  return (
    <details className="set-more panel" open={inserts.length <= 12}>
      <summary>
        Insert sets <span className="dim tnum">{inserts.length}</span>
      </summary>
      <ul className="set-list">
        {inserts.map(({ setCode, setName, cards }) => (
          <li key={setCode}>
            <Link to={setAddress(game, setCode)}>
              <span className="set-n">{setName}</span>
            </Link>
            <p className="dim tnum">{plural(cards, { one: '# card', other: '# cards' })}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Parallels({ names }: { names: readonly string[] }) {
  return (
    <details className="set-more panel">
      <summary>
        Parallels <span className="dim tnum">{names.length}</span>
      </summary>
      <p className="dim">Each card in this set has these parallels: {names.join(', ')}.</p>
    </details>
  );
}
