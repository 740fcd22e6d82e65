import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { tileFacts } from '../components/listing-words.ts';
import { pauseListing } from '../lifecycle/move-listing.server.ts';
import { listOwnListings } from '../own-listings/own-listings.server.ts';
import { importTestCards, listed, premium } from '../testing.ts';
import { endingTiles } from './ending-next.server.ts';

let market: TestMarket;
let mara: TestMember;
let ben: TestMember;

beforeAll(async () => {
  market = await startTestMarket();
  mara = await premium(market, await market.signUp());
  ben = await premium(market, await market.signUp());
  const cards = Object.values(await importTestCards(market));
  for (let n = 0; n < 6; n++) {
    const price = { amount: 500 + n, currency: n % 2 === 0 ? ('USD' as const) : ('EUR' as const) };
    const { id } = await listed(market, n === 5 ? ben : mara, {
      catalogueCardId: cards[n % cards.length] as string,
      price,
    });
    if (n === 3) await pauseListing(market.platform, actorOf(mara), id);
    market.clock.advance(60_000);
  }
  // The last to be listed ends first, and one has a photo.
  await market.platform.pool.query(
    `update listing l set expires_at = l.expires_at - o.n * interval '1 day',
       photos = case when o.n = 1 then jsonb_build_array(jsonb_build_object('id', 'a', 'url', '/photos/a/2000.webp', 'width', 1430, 'height', 2000, 'alt', 'Front',
         'widths', '[160, 320, 640, 1280, 2000]'::jsonb, 'placeholder', 'o4cKHIKHd4d/h4iHeHiHh4h4hwiI')) else l.photos end
     from (select id, row_number() over (order by created_at) as n from listing) o where o.id = l.id`,
  );
}, 60_000);
afterAll(() => market?.close());

test('the next listings to end have the same text as in the list of own listings, and only the seller’s own are shown', async () => {
  const { platform } = market;
  const own = await listOwnListings(platform, actorOf(mara), new URLSearchParams('status=active'), {
    sort: 'ending',
    limit: 3,
  });
  const said = own.items.map((listing) => {
    const { id, name, photo, price } = tileFacts(listing);
    return { id, name, photo, price, endsAt: listing.expiresAt };
  });
  expect(said).toHaveLength(3);
  expect(await endingTiles(platform, mara.id, 3)).toEqual(said);
  const all = await endingTiles(platform, mara.id, 8);
  // One is paused.
  expect([all.length, all.filter(({ photo }) => photo).length]).toEqual([4, 1]);
  expect(await endingTiles(platform, ben.id, 8)).toHaveLength(1);
});
