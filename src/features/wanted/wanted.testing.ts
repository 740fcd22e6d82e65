import { afterAll, beforeAll, expect } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** A running app with a member who wants cards and one who sells them, and helpers for both. */
export function wantedMarket() {
  const at = {} as { market: TestMarket; ann: TestMember; ben: TestMember; cards: Record<string, string> };
  beforeAll(async () => {
    at.market = await startTestMarket();
    at.ann = await at.market.signUp('match_wanter');
    at.ben = await premium(at.market, await at.market.signUp('match_seller'));
    at.cards = await importTestCards(at.market);
  }, 60_000);
  afterAll(() => at.market?.close());
  const rows = async <Row extends object>(text: string, values: unknown[]) =>
    (await at.market.platform.pool.query<Row>(text, values)).rows;
  return {
    at,
    want: async (as: TestMember, body: Record<string, unknown>): Promise<string> => {
      const { status, body: made } = await at.market.request('POST', '/api/wanted', { as, body });
      expect(status).toBe(201);
      await at.market.runJobs();
      return made.id;
    },
    read: async (id: string) => (await at.market.request('GET', `/api/wanted/${id}`)).body,
    ofCard: (external: string) => ({ card: { id: at.cards[external] } }),
    list: async (external: string, more: Parameters<typeof listed>[2] = {}, seller = at.ben) => {
      const made = await listed(at.market, seller, { catalogueCardId: at.cards[external] ?? '', ...more });
      await at.market.runJobs();
      return made;
    },
    /** The listings that are matches of a want. */
    matches: async (wantId: string): Promise<string[]> =>
      (
        await rows<{ listing_id: string }>(
          'select listing_id from want_match where want_id = $1 and ended_at is null order by listing_id',
          [wantId],
        )
      ).map((row) => row.listing_id),
    entries: async (as: TestMember) =>
      (await at.market.request('GET', '/api/notifications', { as })).body.items.filter(
        (one: { kind: string }) => one.kind === 'wanted',
      ),
    mails: async (to: TestMember): Promise<string[]> =>
      (
        await rows<{ subject: string }>(
          `select subject from sandbox_mail where recipient = $1 and subject like 'For sale: %' order by sent_at`,
          [to.email],
        )
      ).map(({ subject }) => subject),
  };
}

export const usd = (amount: number) => ({ amount, currency: 'USD' as const });
