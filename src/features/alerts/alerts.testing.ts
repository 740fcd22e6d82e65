import { afterAll, beforeAll, expect } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

interface Mail {
  subject: string;
  text: string;
}

/** A running app with one seller, and helpers for members who wait for cards. */
export function alertMarket(options?: Parameters<typeof startTestMarket>[0]) {
  const at = {} as { market: TestMarket; ben: TestMember; cards: Record<string, string> };
  beforeAll(async () => {
    at.market = await startTestMarket(options);
    at.ben = await premium(at.market, await at.market.signUp('alert_seller'));
    at.cards = await importTestCards(at.market);
  }, 60_000);
  afterAll(() => at.market?.close());
  const alertsOf = async (as: TestMember) =>
    (await at.market.request('GET', '/api/notifications', { as })).body.items.filter(
      (one: { kind: string }) => one.kind === 'alerts',
    );
  return {
    at,
    save: async (as: TestMember, query: string, frequency = 'now', name = query) => {
      const { status, body } = await at.market.request('POST', '/api/saved-searches', {
        as,
        body: { name, query, frequency },
      });
      expect([status, body.code]).toEqual([201, undefined]);
      return body as { id: string; query: string };
    },
    follow: async (as: TestMember, seller: TestMember, body?: object) =>
      (await at.market.request('PUT', `/api/follows/${seller.id}`, { as, ...(body && { body }) })).status,
    list: async (external: string, more: Parameters<typeof listed>[2] = {}, seller = at.ben) => {
      const made = await listed(at.market, seller, { catalogueCardId: at.cards[external] ?? '', ...more });
      await at.market.runJobs();
      return made;
    },
    entries: alertsOf,
    titles: async (as: TestMember): Promise<string[]> =>
      (await alertsOf(as)).map(({ title }: { title: string }) => title),
    /** Oldest first. */
    mails: async (to: TestMember): Promise<Mail[]> =>
      (await at.market.request('GET', `/sandbox/mail.json?to=${to.email}`)).body
        .filter(({ text }: Mail) => text.includes('you have saved searches'))
        .reverse(),
  };
}

export const usd = (amount: number) => ({ amount, currency: 'USD' as const });

export { awaitWanted } from './match/await-wanted.server.ts';
