import type { LoaderFunctionArgs } from 'react-router';
import { finishName } from '#features/catalogue/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { postWords } from '#ui/card/price.tsx';
import { browseLink } from '../components/browse/browse-address.ts';
import { readBrowseQuery } from '../components/browse/browse-query.ts';
import { languageName, postOf, setLine, traitsInWords } from '../components/listing-words.ts';
import type { Listing } from '../contract.ts';
import { writeFeed } from '../feed/write-feed.ts';
import { conditionNames } from '../model/listing.rules.ts';
import { findSpelledOut, searchOf } from '../search/browse-search.server.ts';
import { searchListings } from '../search/search-listings.server.ts';

/** The number of newest listings: feed readers poll more often than so many copies are listed. */
const feedLength = 50;

/**
 * Any search of the browse page as RSS, the newest first: the same address with `.rss`. A search that the caller's plan
 * has not is refused as everywhere.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const scope = pageScope(context);
  const { appUrl } = scope.platform.config;
  const { brand } = await scope.platform.site.read();
  const searchParams = new URL(request.url).searchParams;
  const spelledOut = await findSpelledOut(scope.platform, scope.actor, readBrowseQuery(searchParams));
  const query = {
    ...readBrowseQuery(spelledOut ? new URL(spelledOut, appUrl).searchParams : searchParams),
    sort: 'newest',
    cursor: '',
  };
  const { items } = await searchListings(scope.platform, scope, {
    ...searchOf(query),
    cursor: null,
    limit: feedLength,
  }).catch(pageRefusal);
  const link = appUrl + browseLink(query, {});
  const text = writeFeed({
    title: query.q ? `“${query.q}” on ${brand.name}` : `New on ${brand.name}`,
    link,
    self: `${appUrl}/browse.rss?${searchParams}`,
    brand: brand.name,
    items: items.map((listing) => ({
      link: `${appUrl}/listings/${listing.id}`,
      date: new Date(sinceOf(listing)),
      title: titleOf(listing),
      description: factsOf(listing),
    })),
  });
  return new Response(text, {
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': scope.actor ? 'no-store' : 'public, max-age=300',
    },
  });
}

const sinceOf = ({ publishedAt, createdAt }: Listing): string => publishedAt ?? createdAt;

function titleOf(listing: Listing): string {
  return `${[listing.name, setLine(listing), traitsInWords(listing)].filter(Boolean).join(', ')}: ${formatMoney(listing.price)}`;
}

function factsOf(listing: Listing): string {
  const { condition, finish, language, grading, seller } = listing;
  const state = grading ? `${grading.company} ${grading.grade}` : conditionNames[condition];
  const post = postOf(listing);
  const facts = [state, finish && finishName(finish), languageName(language), postWords(post)];
  return `${facts.filter(Boolean).join(' · ')}. Sold by ${seller.username}.`;
}
