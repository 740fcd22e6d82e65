import { Readable } from 'node:stream';
import type { LoaderFunctionArgs } from 'react-router';
import { writeTable } from '#features/imports/index.server.ts';
import { listingPolicy, loadOwnListings } from '#features/listings/index.server.ts';
import { statusWord } from '#features/listings/widgets.tsx';
import { besideMarket, seesPriceHistory } from '#features/prices/index.server.ts';
import { conditionNames } from '#kernel/cards/conditions.ts';
import { decimalOf } from '#kernel/numbers/money.ts';
import { connectionOf } from '#platform/db/db.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { fileHeaders } from '#platform/http/responses/answers.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { appLimits } from '../../app.limits.ts';

type View = Awaited<ReturnType<typeof loadOwnListings>>;
type Shown = View['items'][number];

/** The seller's table as CSV: its filters, sort order and chosen columns, all pages of it. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const actor = requirePageActor(args, listingPolicy, 'list what is not for sale');
  const { platform } = pageScope(args.context);
  await platform.limits.count(appLimits.listingExports, actor.id).catch(pageRefusal);
  const { searchParams } = new URL(args.request.url);
  searchParams.delete('cursor');
  const first = await loadOwnListings(platform, actor, searchParams).catch(pageRefusal);
  const file = Readable.toWeb(Readable.from(bytesOf(platform, actor, searchParams, first)));
  return new Response(file as ReadableStream<Uint8Array>, {
    headers: fileHeaders('listings.csv'),
  });
}

async function* bytesOf(
  platform: Platform,
  actor: Actor,
  params: URLSearchParams,
  first: View,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const isCompared = await seesPriceHistory(platform.db, actor.id);
  const columns = columnsOf(isCompared).filter(({ of }) => of === undefined || !first.table.hidden.includes(of));
  yield encoder.encode(writeTable([columns.map(({ title }) => title)]));
  for (let view = first; ; ) {
    const { items, lowest, nextCursor } = view;
    const market = isCompared ? await besideMarket(connectionOf(platform.db), items, platform.clock.now()) : {};
    const rows = items.map((listing) => {
      const beside = { lowest: lowest[listing.id], market: market[listing.id]?.median.amount };
      return columns.map(({ cell }) => cell(listing, beside) ?? '');
    });
    if (rows.length > 0) yield encoder.encode(writeTable(rows));
    if (nextCursor === null) return;
    view = await loadOwnListings(platform, actor, new URLSearchParams([...params, ['cursor', nextCursor]]));
  }
}

interface Column {
  title: string;
  /** The column of the page that a seller can hide. */
  of?: View['table']['hidden'][number];
  cell(listing: Shown, beside: { lowest: number | undefined; market: number | undefined }): string | null | undefined;
}

/** Times are in UTC; amounts have a point, whatever the reader's country. */
function columnsOf(isCompared: boolean): readonly Column[] {
  const amount = (value: number | undefined) => (value === undefined ? undefined : decimalOf(value));
  return [
    { title: 'Card', cell: ({ name }) => name },
    { title: 'Set', cell: ({ setName }) => setName },
    { title: 'Number', cell: ({ number }) => number },
    {
      title: 'Condition',
      of: 'condition',
      cell: ({ grading, condition }) => (grading ? `${grading.company} ${grading.grade}` : conditionNames[condition]),
    },
    { title: 'Price', cell: ({ price }) => decimalOf(price.amount) },
    { title: 'Currency', cell: ({ price }) => price.currency },
    ...(isCompared
      ? [{ title: 'Market price', of: 'compared', cell: (_, { market }) => amount(market) } satisfies Column]
      : []),
    { title: 'Lowest price', of: 'compared', cell: (_, { lowest }) => amount(lowest) },
    { title: 'Quantity', of: 'quantity', cell: ({ quantity }) => String(quantity) },
    { title: 'Available', of: 'quantity', cell: ({ quantityAvailable }) => String(quantityAvailable) },
    { title: 'Views', of: 'views', cell: ({ viewCount }) => String(viewCount) },
    { title: 'Favorites', of: 'favorites', cell: ({ favoriteCount }) => String(favoriteCount) },
    {
      title: 'Ends (UTC)',
      of: 'ending',
      cell: ({ status, expiresAt }) => (status === 'active' ? expiresAt?.slice(0, 16).replace('T', ' ') : undefined),
    },
    { title: 'Status', cell: ({ status, pausedBy }) => statusWord({ status, pausedBy: pausedBy ?? null }) },
    { title: 'SKU', cell: ({ sku }) => sku },
    { title: 'Storage location', cell: ({ place }) => place },
  ];
}
