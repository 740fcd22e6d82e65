import { openThread, readThread } from '#features/messages/index.server.ts';
import { mailUnreadJob } from '#features/messages/model/message.jobs.ts';
import { readNotifications } from '#features/notifications/entries/mark-entries.server.ts';
import { expireOffer, lapseOffer } from '#features/offers/end/end-offers.server.ts';
import {
  acceptOffer,
  counterOffer,
  declineOffer,
  makeBasket,
  makeOffer,
  withdrawOffer,
} from '#features/offers/index.server.ts';
import { convergePurchase } from '#features/orders/checkout/converge-purchase.server.ts';
import { tickOrder } from '#features/orders/fulfil/tick-order.server.ts';
import { placeOrder } from '#features/orders/index.server.ts';
import { orderTimes } from '#features/orders/model/order.times.ts';
import { money } from '#kernel/numbers/money.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { dropTimers } from '#platform/jobs/timers.ts';
import { buyerOf } from './addresses.ts';
import { before, type Chapter, type Demo, type MadeMember, memberOf } from './chapter.ts';
import { demoMembers } from './members.ts';
import { type PlannedBasket, type PlannedTalk, planBasket, planTalk } from './message-plans.ts';
import { actorOf, type Simulator, share } from './simulator.ts';

/** So long ago, and it has been looked at. */
const seenAfterMs = dayMs;

/** What members say to each other and bargain about. */
export const talkChapter: Chapter = {
  name: 'messages and offers',
  async make(demo) {
    const talks = planTalk(demo.listings, demoMembers, demo.now, demo.scale);
    // Two offers for one listing come one after the other.
    const byListing = [...Map.groupBy(talks, ({ listing }) => listing.id).values()];
    await share(
      demo.simulators,
      byListing,
      async (simulator, group) => {
        for (const talk of group) await hold(demo, simulator, talk);
      },
      demo.progress,
    );
    const basket = planBasket(demo.listings, talks, demo.now);
    const [simulator] = demo.simulators;
    if (basket && simulator) await offerForSeveral(demo, simulator, basket);
  },
};

async function offerForSeveral(
  demo: Demo,
  simulator: Simulator,
  { listings, buyerEmail, agoMs }: PlannedBasket,
): Promise<void> {
  simulator.moveTo(before(demo, agoMs));
  await makeBasket(simulator.platform, actorOf(memberOf(demo, buyerEmail).id), {
    sellerId: listings[0]?.sellerId ?? '',
    lines: listings.map(({ id }) => ({ listingId: id, quantity: 1 })),
    amount: Math.round(listings.reduce((sum, { amount }) => sum + amount, 0) * 0.85),
    message: 'I’d buy all of these together.',
  });
}

async function hold(
  demo: Demo,
  simulator: Simulator,
  { listing, buyerEmail, agoMs, words, bargain }: PlannedTalk,
): Promise<void> {
  const { platform } = simulator;
  const buyerMember = memberOf(demo, buyerEmail);
  const [buyer, seller] = [actorOf(buyerMember.id), actorOf(listing.sellerId)];
  const at = (ms: number) => simulator.moveTo(before(demo, Math.max(0, ms)));
  for (const [n, text] of words.entries()) {
    at(agoMs + (words.length - n) * hourMs);
    const [from, to] = n % 2 === 0 ? [buyer, seller] : [seller, buyer];
    await openThread(platform, from, { recipientId: to.id, listingId: listing.id, text });
  }
  if (bargain) await haggle(demo, simulator, { listing, buyerMember, buyer, seller, agoMs, bargain });
  const { rows } = await platform.pool.query<{ id: string; spoke: string }>(
    `select s.thread_id as id, m.sender_id as spoke from thread_side s join thread t on t.id = s.thread_id join thread_message m on m.id = s.last_message_id
       where s.member_id = $1 and s.other_id = $2 and t.subject_id = $3`,
    [buyer.id, seller.id, listing.id],
  );
  const isNew = simulator.now().getTime() > demo.now.getTime() - seenAfterMs;
  for (const { id, spoke } of rows) {
    for (const reader of [buyer, seller]) {
      // Who had the last word has read what it answers.
      if (isNew && reader.id !== spoke) await holdMail(platform, id, reader.id);
      else await readThread(platform, reader, id);
    }
  }
}

/** Messages from before the start are not emailed. */
async function holdMail({ pool }: Simulator['platform'], threadId: string, memberId: string): Promise<void> {
  const connection = await pool.connect();
  try {
    await dropTimers(connection, [`${mailUnreadJob.name}:messages.mail-unread ${threadId} ${memberId}`]);
  } finally {
    connection.release();
  }
}

type Haggle = Pick<PlannedTalk, 'listing' | 'agoMs'> & {
  bargain: NonNullable<PlannedTalk['bargain']>;
  buyerMember: MadeMember;
  buyer: ReturnType<typeof actorOf>;
  seller: ReturnType<typeof actorOf>;
};

async function haggle(
  demo: Demo,
  simulator: Simulator,
  { listing, buyerMember, buyer, seller, agoMs, bargain }: Haggle,
): Promise<void> {
  const { platform } = simulator;
  const share = (part: number) => money(Math.max(1, Math.round(listing.amount * part)), listing.currency);
  const after = (ms: number) => simulator.moveTo(before(demo, Math.max(0, agoMs - ms)));
  after(0);
  const { id } = await makeOffer(platform, buyer, listing.id, { amount: share(0.88) });
  if (bargain === 'accepted' || bargain === 'unpaid' || bargain === 'paid') {
    after(9 * hourMs);
    await acceptOffer(platform, seller, id);
  }
  if (bargain === 'paid') {
    after(10 * hourMs);
    const { order, purchaseId, checkoutUrl } = await placeOrder(platform, buyer, { offerId: id });
    await simulator.pay(checkoutUrl, buyerOf(buyerMember));
    await convergePurchase(platform, purchaseId);
    // Its time to be called off is over: what is left open would go on by itself once the market opens.
    after(10 * hourMs + orderTimes.handOverMs + 1_000);
    await tickOrder(platform, order.id, 'paid');
  }
  if (bargain === 'unpaid') {
    after(9 * hourMs + dayMs + minuteMs);
    await lapseOffer(platform, id);
  }
  if (bargain === 'declined') {
    after(8 * hourMs);
    await declineOffer(platform, seller, id, { reason: 'I can’t go that low.' });
  }
  if (bargain === 'withdrawn') {
    after(2 * hourMs);
    await withdrawOffer(platform, buyer, id);
  }
  if (bargain === 'expired') {
    after(2 * dayMs + minuteMs);
    await expireOffer(platform, id);
  }
  if (bargain !== 'countered' && bargain !== 'bargained') return;
  after(20 * hourMs);
  const answer = await counterOffer(platform, seller, id, { amount: share(0.95) });
  if (bargain === 'countered') return;
  after(40 * hourMs);
  await acceptOffer(platform, buyer, answer);
}

/** Of the newest entries so many are new to a member; what is older they have seen. */
const newAtMost = 4;

/** The last chapter: a year of entries has been read. */
export const updatesChapter: Chapter = {
  name: 'notifications',
  async make(demo) {
    await share(demo.simulators, [...demo.members.values()], async (simulator, { id }) => {
      simulator.moveTo(demo.now);
      const { rows } = await simulator.platform.pool.query<{ id: string }>(
        `select id from (select id, created_at, row_number() over (order by id desc) as place from notification
           where user_id = $1 and read_at is null and deleted_at is null) n where place > $2 or created_at < $3`,
        [id, newAtMost, before(demo, seenAfterMs)],
      );
      for (let from = 0; from < rows.length; from += 100)
        await readNotifications(simulator.platform, actorOf(id), {
          ids: rows.slice(from, from + 100).map((row) => row.id),
        });
    });
  },
};
