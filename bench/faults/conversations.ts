import { withPool } from '../lib/database.ts';
import { auditConversations } from './conversations-audit.ts';
import type { Member, Members } from './members.ts';
import { draft } from './shop.ts';
import { type Activity, Workload } from './workload.ts';

/** More pairs than one kill interrupts: an idempotency key that died with its process is blocked for 20 s. */
const atOnce = 10;

export interface SentMessage {
  id: string;
  threadId: string;
  senderId: string;
  clientId: string;
  text: string;
  /** Positions in the order of all sends and acknowledgements. */
  sentAt: number;
  acknowledgedAt: number;
}

/** What was acknowledged. */
export interface Acknowledged {
  messages: SentMessage[];
  /** Offers and counter-offers. */
  offers: { id: string; listingId: string; makerId: string }[];
  acceptedIds: string[];
  members: Set<Member>;
}

/**
 * Two buyers at a time write to a seller and make offers for one copy. The seller counters one offer and accepts the
 * other at the moment in which the first buyer accepts the counter-offer.
 */
export function startConversations(url: string, databaseUrl: () => string, { sellers, buyers }: Members): Activity {
  const workload = new Workload(url);
  const acknowledged: Acknowledged = { messages: [], offers: [], acceptedIds: [], members: new Set() };
  const { messages, offers, acceptedIds, members } = acknowledged;
  const nth = (list: readonly Member[], n: number) => list[n % list.length] as Member;
  let clock = 0;

  async function post(by: Member, path: string, body: object, ...expected: number[]) {
    // A message is safe to repeat by its clientId.
    const answer = await workload.post(path, body, by, { expected, isKeyed: !('clientId' in body) });
    return { status: answer.status, body: answer.body as { id: string; message: { id: string } } };
  }

  async function write(by: Member, path: string, text: string, extra: object = {}): Promise<string> {
    const [sentAt, clientId] = [clock++, `c${clock}`];
    const { body } = await post(by, path, { ...extra, text, clientId }, 201);
    const isNewThread = path === '/api/threads';
    const threadId = isNewThread ? body.id : (path.split('/')[3] ?? '');
    const id = isNewThread ? body.message.id : body.id;
    messages.push({ id, threadId, senderId: by.id, clientId, text, sentAt, acknowledgedAt: clock++ });
    members.add(by);
    return threadId;
  }

  async function offer(by: Member, path: string, amount: number, listingId: string, status: number): Promise<string> {
    const { body } = await post(by, path, { amount }, status);
    offers.push({ id: body.id, listingId, makerId: by.id });
    return body.id;
  }

  /** Both write at once, and the buyer makes an offer. */
  async function talk(seller: Member, buyer: Member, listingId: string, amount: number): Promise<string> {
    const about = { recipientId: seller.id, listingId };
    const threadId = await write(buyer, '/api/threads', `Is ${listingId} still there?`, about);
    const path = `/api/threads/${threadId}/messages`;
    await Promise.all([
      write(seller, path, 'It is.'),
      write(buyer, path, 'And the corners?').then(() => write(buyer, path, 'In daylight?')),
    ]);
    await post(clock % 2 === 0 ? seller : buyer, `/api/threads/${threadId}/read`, {}, 200);
    return offer(buyer, `/api/listings/${listingId}/offers`, amount, listingId, 201);
  }

  async function accept(by: Member, offerId: string): Promise<boolean> {
    const { status } = await post(by, `/api/offers/${offerId}/accept`, {}, 200, 409);
    if (status === 200) acceptedIds.push(offerId);
    return status === 200;
  }

  workload.start(atOnce, async (turn) => {
    const [seller, one, other] = [nth(sellers, turn), nth(buyers, 2 * turn), nth(buyers, 2 * turn + 1)];
    const { id } = (await post(seller, '/api/listings', draft, 201)).body;
    const [first, second] = await Promise.all([talk(seller, one, id, 700), talk(seller, other, id, 750)]);
    const counter = await offer(seller, `/api/offers/${first}/counter`, 800, id, 200);
    const [mine, theirs] = await Promise.all([accept(one, counter), accept(seller, second)]);
    if (mine === theirs)
      workload.complaints.push(`${mine ? 'both' : 'none'} of two acceptances for the one copy of ${id} succeeded`);
    if (turn % 3 === 0) await post(mine ? one : other, '/api/orders', { offerId: mine ? counter : second }, 201);
  });

  return {
    workload,
    unsettled: async () => [],
    audit: async () => [
      ...workload.complaints,
      ...(await withPool(databaseUrl(), (pool) => auditConversations(pool, url, acknowledged))),
    ],
    summary: () =>
      `${messages.length} messages, ${offers.length} offers and ${acceptedIds.length} acceptances acknowledged`,
  };
}
