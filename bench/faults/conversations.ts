import type { Activity, People } from './buyers.ts';
import { createRetryClient } from './retry.ts';

/**
 * Pairs of buyers who bargain with a seller at a time: more than are cut off by one kill, for a key that died with its
 * process is free after 20 s.
 */
const atOnce = 10;

export interface Member {
  id: string;
  address: number;
  token(): string;
}

export interface SentMessage {
  id: string;
  threadId: string;
  senderId: string;
  clientId: string;
  text: string;
  /** When it started and when it was acknowledged, as positions in the driver's history. */
  begun: number;
  heard: number;
}

export interface Conversations extends Activity {
  failures(): number;
  /** What was acknowledged. */
  said(): readonly SentMessage[];
  /** Offers and counter-offers, by listing and maker. */
  offered(): readonly { id: string; listingId: string; makerId: string }[];
  accepted(): readonly { offerId: string; listingId: string }[];
  members(): readonly Member[];
  /** Contradictory or unexpected responses. */
  complaints(): readonly string[];
  /** Resolves when all started requests have been answered. */
  end(): Promise<void>;
  /** Ends everything, answered or not. */
  cut(): Promise<void>;
}

interface ConversationsOptions {
  url: string;
  /** In the order of `people`, sellers first. */
  ids: readonly string[];
  people: People;
}

/**
 * From now on copies are put up for sale, and two people at a time talk with each seller and offer: the seller counters
 * the one and, in the same moment in which that one takes the counter-offer, accepts the other. Every request is made
 * again, a message under its clientId and the rest under a key, until it is answered.
 */
export function startConversations({ url, ids, people }: ConversationsOptions): Conversations {
  // Tokens are new now and then.
  const sellers = people.sellers.map(
    (_, n): Member => ({ id: ids[n] ?? '', address: n, token: () => people.sellers[n] ?? '' }),
  );
  const buyers = people.buyers.map((_, n): Member => {
    const address = sellers.length + n;
    return { id: ids[address] ?? '', address, token: () => people.buyers[n] ?? '' };
  });
  const { ask, ...asking } = createRetryClient(url);
  const said: SentMessage[] = [];
  const offered: { id: string; listingId: string; makerId: string }[] = [];
  const accepted: { offerId: string; listingId: string }[] = [];
  const complaints: string[] = [];
  let isOver = false;
  let turn = 0;
  let clock = 0;
  let done = 0;
  let startedAt = 0;

  async function act(who: Member, path: string, body: unknown, ...expected: number[]) {
    const answer = await ask(path, body, { token: who.token(), address: who.address }, !isSaid(body));
    if (!expected.includes(answer.status))
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    if (answer.status < 300) done++;
    startedAt = Math.max(startedAt, answer.triedAt);
    return { status: answer.status, body: answer.body as { id: string; message: { id: string } } };
  }

  /** A message is safe to repeat by its own name. */
  const isSaid = (body: unknown) => 'clientId' in (body as object);

  async function say(who: Member, path: string, text: string, extra: object = {}): Promise<string> {
    const [begun, clientId] = [clock++, `c${clock}`];
    const { body } = await act(who, path, { ...extra, text, clientId }, 201);
    const isOpened = path === '/api/threads';
    const threadId = isOpened ? body.id : (path.split('/')[3] ?? '');
    said.push({
      id: isOpened ? body.message.id : body.id,
      threadId,
      senderId: who.id,
      clientId,
      text,
      begun,
      heard: clock++,
    });
    return threadId;
  }

  async function offer(who: Member, path: string, amount: number, listingId: string, status: number): Promise<string> {
    const { body } = await act(who, path, { amount }, status);
    offered.push({ id: body.id, listingId, makerId: who.id });
    return body.id;
  }

  /** They talk, both at once, and the buyer offers. */
  async function talk(seller: Member, buyer: Member, listingId: string, amount: number): Promise<string> {
    const threadId = await say(buyer, '/api/threads', `Is ${listingId} still there?`, {
      recipientId: seller.id,
      listingId,
    });
    const messages = `/api/threads/${threadId}/messages`;
    await Promise.all([
      say(seller, messages, 'It is.'),
      say(buyer, messages, 'And the corners?').then(() => say(buyer, messages, 'In daylight?')),
    ]);
    await act(turn % 2 === 0 ? seller : buyer, `/api/threads/${threadId}/read`, {}, 200);
    return offer(buyer, `/api/listings/${listingId}/offers`, amount, listingId, 201);
  }

  async function accept(who: Member, offerId: string, listingId: string): Promise<boolean> {
    const { status } = await act(who, `/api/offers/${offerId}/accept`, {}, 200, 409);
    if (status === 200) accepted.push({ offerId, listingId });
    return status === 200;
  }

  async function bargain(own: number): Promise<void> {
    const pick = (all: readonly Member[], n: number) => all[n % all.length] as Member;
    const [seller, one, other] = [pick(sellers, own), pick(buyers, 2 * own), pick(buyers, 2 * own + 1)];
    const price = { amount: 1_000, currency: 'USD' };
    const draft = { game: 'pokemon', name: 'Charizard', condition: 'good', price, status: 'active' };
    const { id } = (await act(seller, '/api/listings', draft, 201)).body;
    const [first, second] = await Promise.all([talk(seller, one, id, 700), talk(seller, other, id, 750)]);
    const counter = await offer(seller, `/api/offers/${first}/counter`, 900, id, 200);
    const [mine, theirs] = await Promise.all([accept(one, counter, id), accept(seller, second, id)]);
    if (mine === theirs)
      complaints.push(`of two acceptances for the one copy of ${id} ${mine ? 'both were' : 'none was'} taken`);
    if (own % 3 === 0) await act(mine ? one : other, '/api/orders', { offerId: mine ? counter : second }, 201);
  }

  const talking = Array.from({ length: atOnce }, async () => {
    try {
      while (!isOver) await bargain(turn++);
    } catch (error) {
      // An unexpected response: these members stop.
      complaints.push(String((error as Error).message));
    }
  });

  return {
    done: () => done,
    lastStartedAt: () => startedAt,
    underWay: asking.underWay,
    noteRecovery: () => {},
    failures: asking.failures,
    said: () => said,
    offered: () => offered,
    accepted: () => accepted,
    members: () => [...sellers, ...buyers],
    complaints: () => complaints,
    end: async () => {
      isOver = true;
      await Promise.all(talking);
    },
    cut: async () => {
      isOver = true;
      asking.cut();
      await Promise.all(talking);
    },
  };
}
