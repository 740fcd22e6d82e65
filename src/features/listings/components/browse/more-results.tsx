import { type CSSProperties, useRef, useState } from 'react';
import { Link, useFetcher, useLocation } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { buttonClass } from '#ui/button.tsx';
import { announce } from '#ui/feedback/announce.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import type { TileFacts } from '../listing-words.ts';
import { type BrowseQuery, browseLink } from './browse-address.ts';
import { resultsAtOnce } from './browse-query.ts';

export interface ResultPage {
  tiles: readonly TileFacts[];
  liked: readonly string[];
  nextCursor: string | null;
}

/** The loader's data after a failed request for the next page. */
export interface MoreFailed {
  failed: true;
}

/** Marks the reads of what is added below: one that fails is said in its place, and the page stays. */
export const moreMark = 'more';

const failedSentence = 'Couldn’t load more cards. Check your connection and try again.';

/** Pages that were added below the first one, by history entry, so that Back finds the list as long as it was left. */
const addedPages = new Map<string, ResultPage[]>();
const maxEntries = 12;

export interface More extends ResultPage {
  busy: boolean;
  /** The last press failed. */
  failed: boolean;
  load(address: string): void;
}

/** The first page and what "Show more" added to it. */
export function useMore(first: ResultPage): More {
  const { key, search } = useLocation();
  const fetcher = useFetcher<ResultPage | MoreFailed>();
  const entry = `${key} ${search}`;
  const [added, setAdded] = useState<{ entry: string; pages: ResultPage[] }>(() => ({
    entry,
    pages: addedPages.get(entry) ?? [],
  }));
  const [failedOf, setFailedOf] = useState<string | null>(null);
  const isRequested = useRef(false);
  if (added.entry !== entry) setAdded({ entry, pages: addedPages.get(entry) ?? [] });

  useAnswer(fetcher, (arrived) => {
    // The page's update reloads it as well, without a request by the user.
    if (!isRequested.current) return;
    isRequested.current = false;
    setFailedOf('failed' in arrived ? entry : null);
    if ('failed' in arrived) {
      announce(failedSentence);
      return;
    }
    setAdded((before) => {
      const known = new Set([first, ...before.pages].flatMap((page) => page.tiles.map(({ id }) => id)));
      const page = { ...arrived, tiles: arrived.tiles.filter(({ id }) => !known.has(id)) };
      const pages = [...before.pages, page];
      addedPages.set(before.entry, pages);
      for (const oldest of addedPages.keys()) {
        if (addedPages.size <= maxEntries) break;
        addedPages.delete(oldest);
      }
      return { ...before, pages };
    });
  });

  const pages = added.entry === entry ? [first, ...added.pages] : [first];
  return {
    tiles: pages.flatMap((page) => page.tiles),
    liked: pages.flatMap((page) => page.liked),
    nextCursor: pages.at(-1)?.nextCursor ?? null,
    busy: fetcher.state !== 'idle',
    failed: failedOf === entry && fetcher.state === 'idle',
    load: (address) => {
      isRequested.current = true;
      void fetcher.load(`${address}&${moreMark}=1`);
    },
  };
}

interface MoreResultsProps {
  query: BrowseQuery;
  total: number;
  /** There may be more than `total`. */
  approximate: boolean;
  more: More;
}

/** How far the list goes and the way to the next ones: a link, which with scripts adds them here. */
export function MoreResults({ query, total, approximate, more }: MoreResultsProps) {
  const { nextCursor, tiles, busy, failed } = more;
  const shown = tiles.length;
  if (query.cursor && !nextCursor) return <FromTheStart query={query} />;
  if (!nextCursor) return null;
  const address = browseLink(query, { cursor: nextCursor });
  // A page that starts in the middle does not know how many come before it.
  const isRestKnown = !approximate && query.cursor === '' && total > shown;
  const next = isRestKnown ? Math.min(resultsAtOnce, total - shown) : resultsAtOnce;
  return (
    <div className="more">
      <p className="dim">
        {query.cursor
          ? `Showing ${formatNumber(shown)} more of ${formatNumber(total)}`
          : `Showing ${formatNumber(shown)} of ${formatNumber(total)}`}
      </p>
      <div
        className="prog"
        aria-hidden="true"
        style={{ '--done': `${Math.min(100, (shown / Math.max(1, total)) * 100)}%` } as CSSProperties}
      >
        <i />
      </div>
      {failed && <p>{failedSentence}</p>}
      <Link
        className={buttonClass()}
        to={address}
        aria-busy={busy || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          if (!busy) more.load(address);
        }}
      >
        {busy ? 'Loading…' : failed ? 'Try again' : `Show ${formatNumber(next)} more`}
      </Link>
      {query.cursor && <FromTheStart query={query} />}
    </div>
  );
}

function FromTheStart({ query }: { query: BrowseQuery }) {
  return (
    <p className="mt-6 text-center">
      <Link className="link" to={browseLink(query, {})}>
        First results
      </Link>
    </p>
  );
}
