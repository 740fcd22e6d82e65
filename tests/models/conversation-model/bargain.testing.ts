import {
  acceptOffer,
  clearOffer,
  counterOffer,
  declineOffer,
  getOfferFor,
  makeBasket,
  makeOffer,
  withdrawOffer,
} from '#features/offers/index.server.ts';
import type { Copy, Line } from './model.testing.ts';
import { actorOf, any, attempt, chance, nowOf, type World, yes } from './world.testing.ts';

const nameOf = (world: World, id: string) => world.members.find((member) => member.id === id)?.username ?? id;
const amountOf = (world: World, price: number) => Math.ceil(price * (0.55 + 0.45 * world.random()));
const recent = <T>(all: readonly T[]) => all.slice(-40);

/** One buyer, one listing, one amount. */
export async function offer(world: World): Promise<void> {
  const { model, market, members } = world;
  const [copy, buyer] = [any(world, recent(model.copies)), any(world, members).id];
  const what = `${nameOf(world, buyer)} offers for ${copy.id}`;
  const amount = amountOf(world, copy.price);
  const made = await attempt(world, what, model.mayOffer(buyer, copy), () =>
    makeOffer(market.platform, actorOf(world, buyer), copy.id, { amount }),
  );
  if (made)
    model.made(nowOf(world), [{ offerId: made.id, group: made.id, listing: copy, quantity: 1, buyer, by: 'buyer' }]);
}

/** One buyer, several listings of one seller, one amount. */
export async function basket(world: World): Promise<void> {
  const { model, market, members } = world;
  const seller = any(world, recent(model.copies)).seller;
  const copies = [
    ...new Set(
      Array.from({ length: 4 }, () => any(world, recent(model.copies.filter((copy) => copy.seller === seller)))),
    ),
  ];
  const buyer = any(world, members).id;
  const lines = copies.map((listing) => ({ listing, quantity: chance(world, 0.2) ? 2 : 1 }));
  // A tenth below what is asked, for each copy the same: it can be split to the cent.
  const amount = lines.reduce((sum, { listing, quantity }) => sum + Math.floor(listing.price * 0.9) * quantity, 0);
  const may =
    copies.length > 1 &&
    buyer !== seller &&
    lines.every(({ listing, quantity }) => model.mayOffer(buyer, listing, quantity));
  const what = `${nameOf(world, buyer)} offers for ${copies.map(({ id }) => id).join(' and ')}`;
  const id = await attempt(world, what, may, () =>
    makeBasket(market.platform, actorOf(world, buyer), {
      sellerId: seller,
      lines: lines.map(({ listing, quantity }) => ({ listingId: listing.id, quantity })),
      amount,
    }),
  );
  if (id)
    await readThrough(world, id, buyer, 'buyer', new Map(lines.map(({ listing, quantity }) => [listing, quantity])));
}

/** Reads which offers stand for the listings now, and lets the model know them. */
async function readThrough(
  world: World,
  offerId: string,
  reader: string,
  by: Line['by'],
  copies: ReadonlyMap<Copy, number>,
): Promise<void> {
  const { model, market } = world;
  const shown = await getOfferFor(market.platform, reader, offerId);
  const lines = shown.lines ?? [{ offerId, listingId: shown.listingId }];
  model.made(
    nowOf(world),
    lines.flatMap((line) => {
      const listing = model.copies.find(({ id }) => id === line.listingId);
      return listing
        ? [
            {
              offerId: line.offerId,
              group: offerId,
              listing,
              quantity: copies.get(listing) ?? 1,
              buyer: shown.buyerId ?? '',
              by,
            },
          ]
        : [];
    }),
  );
}

/** A member answers an offer, whose turn it is or not, all of it or some. */
export async function answer(world: World): Promise<void> {
  const { model, market } = world;
  if (model.lines.length === 0) return;
  const line = any(world, recent(model.lines));
  const all = model.together(line);
  const member = chance(world, 0.85)
    ? chance(world, 0.7)
      ? model.waitsFor(line)
      : line.by === 'buyer'
        ? line.buyer
        : line.listing.seller
    : any(world, world.members).id;
  const [actor, isPending] = [actorOf(world, member), line.status === 'pending'];
  const isTurn = isPending && member === model.waitsFor(line);
  const named = all.length > 1 && chance(world, 0.4) ? all.filter(() => chance(world, 0.6)) : undefined;
  const picked = named ?? all;
  const lines = named?.map(({ listing }) => listing.id);
  const left = all.filter((each) => !picked.includes(each));
  const mark = String(world.history.length);
  const verb = any(world, ['accept', 'accept', 'accept', 'counter', 'decline', 'withdraw', 'clear'] as const);
  const what = `${nameOf(world, member)} answers ${line.offerId} with ${verb}${lines ? ` for ${lines.length} of ${all.length}` : ''}`;
  const { platform } = market;
  const areFree = picked.length > 0 && picked.every((each) => model.free(each.listing) >= each.quantity);
  if (verb === 'accept') {
    const may = isTurn && areFree && (left.length === 0 || line.by === 'buyer');
    if (
      (await attempt(world, what, may, () => acceptOffer(platform, actor, line.offerId, lines ? { lines } : {}))) ===
      null
    )
      return;
    model.accepted(nowOf(world), picked);
    model.ended(left, 'declined', mark);
  } else if (verb === 'counter') {
    const isAttempt = line.by === 'seller';
    const tried = (copy: Copy) => copy.lines.filter((each) => each.buyer === line.buyer && each.by === 'buyer').length;
    const may = isTurn && areFree && (!isAttempt || picked.every(({ listing }) => tried(listing) < 3));
    const amount = picked.reduce((sum, { listing, quantity }) => sum + Math.floor(listing.price * 0.9) * quantity, 0);
    const id = await attempt(world, what, may, () =>
      counterOffer(platform, actor, line.offerId, { amount, ...(lines ? { lines } : {}) }),
    );
    if (id === null) return;
    model.ended(picked, 'countered', mark);
    model.ended(left, 'declined', mark);
    await readThrough(
      world,
      id,
      member,
      isAttempt ? 'buyer' : 'seller',
      new Map(picked.map(({ listing, quantity }) => [listing, quantity])),
    );
  } else if (verb === 'clear') {
    const isSide = member === line.buyer || member === line.listing.seller;
    const done = await attempt(world, what, isSide, () => yes(clearOffer(platform, actor, line.offerId)));
    if (done) for (const each of all) each.cleared.add(member);
    model.changed(all);
  } else {
    const isOwn = member === (line.by === 'buyer' ? line.buyer : line.listing.seller);
    const may = isPending && (verb === 'decline' ? isTurn : isOwn);
    const run = () =>
      yes(
        verb === 'decline'
          ? declineOffer(platform, actor, line.offerId, {})
          : withdrawOffer(platform, actor, line.offerId),
      );
    if (await attempt(world, what, may, run)) model.ended(all, verb === 'decline' ? 'declined' : 'withdrawn', mark);
  }
}
