import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { type ClientLoaderFunctionArgs, Form, Link, redirect, useNavigation } from 'react-router';
import { adsTopic } from '#features/ads/index.server.ts';
import { AdPlace } from '#features/ads/widgets.tsx';
import { GuideOffer } from '#features/tutorials/widgets.tsx';
import { plural } from '#kernel/format.ts';
import { ownValue } from '#kernel/own-value.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { announce } from '#ui/feedback/announce.tsx';
import { useEarlyInput } from '#ui/form/early-input.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { browseLink, browseParams } from '../components/browse/browse-address.ts';
import { BrowseBar } from '../components/browse/browse-bar.tsx';
import { appliedFilters, readBrowseQuery } from '../components/browse/browse-query.ts';
import { findSpelledOut } from '../search/browse-search.server.ts';
import '../components/listings.css';
import { Filters } from '../components/browse/filters.tsx';
import { MoreResults, moreMark, useMore } from '../components/browse/more-results.tsx';
import { SearchWarnings } from '../components/browse/search-warnings.tsx';
import { useBrowse } from '../components/browse/use-browse.ts';
import { GameChips } from '../components/game-chips.tsx';
import { ListingGrid } from '../components/listing-grid.tsx';
import { gameName } from '../components/listing-words.ts';
import type { Route } from './+types/browse.ts';
import { describe, loadBrowse } from './browse.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const scope = pageScope(context);
  const params = new URL(request.url).searchParams;
  const spelledOut = await findSpelledOut(scope.platform, scope.actor, readBrowseQuery(params));
  if (spelledOut) throw redirect(spelledOut);
  const found = await loadBrowse(scope.platform, scope, readBrowseQuery(params)).catch(pageRefusal);
  scope.dependsOn([
    ...(found.tiles.length > 0 ? found.tiles.map(({ id }) => `listing:${id}`) : ['listings']),
    adsTopic,
  ]);
  return { ...found, description: describe(found), filtersOpen: params.get('filters') === 'open' };
}

/** Of what is added below a failure is an answer: it says so in its place, and the page stays. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Found> {
  const read = () => serverLoader<typeof loader>();
  if (!new URL(request.url).searchParams.has(moreMark)) return read();
  // A way to another page, as to sign-in, is no failure; what the page itself shows is never such an answer.
  return read().catch((cause: unknown) =>
    cause instanceof Response ? Promise.reject(cause) : ({ failed: true } as unknown as Found),
  );
}

type Found = Awaited<ReturnType<typeof loader>>;

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const query = readBrowseQuery(new URLSearchParams(location.search));
  const said = pageMeta(matches, {
    title: headingOf(query.q, query.game),
    description: loaderData?.description ?? '',
    path: query.game ? `/browse?game=${encodeURIComponent(query.game)}` : '/browse',
    image: loaderData?.tiles[0]?.photo?.url ?? null,
    // Combinations of filters are endless; the plain list and the games are what an index should hold.
    noIndex: browseParams({ ...query, game: '' }).size > 0,
  });
  const feed = `/browse.rss${browseLink(query, { sort: 'newest' }).replace('/browse', '')}`;
  return [
    ...said,
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: 'New listings for this search',
      href: feed,
    },
  ];
};

/** Only a search that can't be made needs it. */
const AdvancedNote = lazyPart(() => import('../components/browse/advanced-note.tsx'));

/** Rendered with the page; its script is fetched only for the table view. */
const ListingTable = lazyPart(() => import('../components/listing-table.tsx'));

/** Few searches find nothing, and what is said then is a kilobyte of script. */
const NothingFound = lazyPart(() => import('../components/browse/nothing-found.tsx'));

function headingOf(q: string, game: string): string {
  const of = game ? `${gameName(game)} cards` : 'Browse cards';
  return q ? `Results for “${q}”` : of;
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  const { facets, total, approximate, games, setNames, sellerName } = loaderData;
  const { query, change } = useBrowse();
  const navigation = useNavigation();
  const refetching = navigation.state === 'loading' && navigation.location.pathname === '/browse';
  const filters = useRef<HTMLFormElement>(null);
  useEarlyInput(filters);
  const [sheet, setSheet] = useState(loaderData.filtersOpen);
  const more = useMore(loaderData);
  const applied = appliedFilters(query, { set: (value) => ownValue(setNames, value) ?? value, seller: sellerName });
  useCalmCount(total);

  const openFilters = (event: MouseEvent) => {
    event.preventDefault();
    setSheet(true);
  };
  const hidden = hiddenFields(query);
  return (
    <div className="wrap grow cols">
      <aside className="filters" aria-label="Filters" data-guide="filters">
        <Form
          ref={filters}
          action="/browse"
          role="search"
          aria-label="Filters"
          onSubmit={(event) => event.preventDefault()}
        >
          <div className="fh">
            <h2>Filters</h2>
            {applied.some(({ key }) => key !== 'q') && (
              <Link
                className="link"
                to={query.view === 'grid' ? '/browse' : `/browse?view=${query.view}`}
                preventScrollReset
              >
                Clear filters
              </Link>
            )}
          </div>
          {hidden}
          <Filters query={query} facets={facets} valueCounts={loaderData.valueCounts} prefix="side" change={change} />
          <noscript>
            <button type="submit" className="btn primary full">
              Show listings
            </button>
          </noscript>
        </Form>
      </aside>
      <div className="res">
        <GuideOffer of="firstPurchase" />
        <h1 className="mb-4">{headingOf(loaderData.query.q, loaderData.query.game)}</h1>
        {loaderData.isAdvanced && (
          <p className="dim mb-4 md:-mt-2">
            <Link className="link" to={`/search-help?q=${encodeURIComponent(loaderData.query.q)}`}>
              Edit in advanced search
            </Link>
          </p>
        )}
        <GameChips query={query} games={games} />
        <BrowseBar
          query={query}
          isRanked={loaderData.isRanked}
          total={loaderData.advanced ? null : total}
          approximate={approximate}
          applied={applied}
          isMember={loaderData.viewerId !== null}
          onSort={(sort) => change({ sort })}
          onOpenFilters={openFilters}
        />
        {loaderData.leftOut && <p className="mb-4">{loaderData.leftOut}</p>}
        <SearchWarnings warnings={loaderData.warnings} />
        <section className="results" aria-busy={refetching || undefined} aria-labelledby="results">
          <h2 className="sr" id="results">
            Results
          </h2>
          {loaderData.advanced ? (
            <Suspense>
              <AdvancedNote {...loaderData.advanced} />
            </Suspense>
          ) : total === 0 ? (
            <Suspense>
              <NothingFound
                query={query}
                applied={applied}
                strictest={loaderData.strictest}
                didYouMean={loaderData.didYouMean}
                known={loaderData.known}
                isEmptyMarket={loaderData.isEmptyMarket}
              />
            </Suspense>
          ) : query.view === 'table' ? (
            <Suspense>
              <ListingTable listings={more.tiles} liked={more.liked} viewerId={loaderData.viewerId} />
            </Suspense>
          ) : (
            <ListingGrid
              listings={more.tiles}
              liked={more.liked}
              viewerId={loaderData.viewerId}
              compact={query.view === 'compact'}
              eager={4}
            />
          )}
          {total > 0 && <MoreResults query={query} total={total} approximate={approximate} more={more} />}
        </section>
        {loaderData.showsAds && (
          <div className="mt-10">
            <Suspense>
              <AdPlace ad={loaderData.ad} />
            </Suspense>
          </div>
        )}
      </div>
      <Dialog
        open={sheet}
        onClose={() => setSheet(false)}
        title="Filters"
        tall
        footer={
          <>
            <Button
              onClick={() =>
                change({
                  ...readBrowseQuery(new URLSearchParams()),
                  q: query.q,
                  game: query.game,
                  view: query.view,
                  sort: query.sort,
                })
              }
            >
              Clear filters
            </Button>
            <Button kind="primary" type="submit" form="sheet-form" onClick={() => setSheet(false)}>
              {plural(total, { one: 'Show # listing', other: 'Show # listings' })}
            </Button>
          </>
        }
      >
        <Form id="sheet-form" action="/browse" className="sheet-filters" onSubmit={(event) => event.preventDefault()}>
          {hidden}
          <Filters query={query} facets={facets} valueCounts={loaderData.valueCounts} prefix="sheet" change={change} />
        </Form>
      </Dialog>
    </div>
  );
}

/** What a plain submit of the filters must carry along. */
function hiddenFields(query: ReturnType<typeof readBrowseQuery>) {
  const { q, game, seller, sort, view, allValues } = query;
  const params = browseParams({ ...readBrowseQuery(new URLSearchParams()), q, game, seller, sort, view, allValues });
  return [...params].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

const calmMs = 500;

/** Says the new number once things have been calm for a moment, not on every press. */
function useCalmCount(total: number): void {
  const [said, setSaid] = useState(total);
  useEffect(() => {
    if (said === total) return;
    const timer = setTimeout(() => {
      setSaid(total);
      announce(total === 0 ? 'No results' : plural(total, { one: '# listing found', other: '# listings found' }));
    }, calmMs);
    return () => clearTimeout(timer);
  }, [said, total]);
}
