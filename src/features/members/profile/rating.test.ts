import { afterAll, beforeAll, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { connectLive } from '#testing/live.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { setRating } from './profile-facts.server.ts';
import type { ReviewStatistics } from './rating.rules.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const rate = (member: TestMember, reviews: ReviewStatistics) =>
  write(market.platform, (tx) => setRating(tx, member.id, reviews));
const ratings = async (member: TestMember) => {
  const own = (await market.request('GET', '/api/profile', { as: member })).body;
  const shown = (await market.request('GET', `/api/profiles/${member.id}`)).body;
  return [own, shown].map(({ rating, ratingCount }) => [rating, ratingCount]);
};
const twice = <T>(value: T) => [value, value];

test('[EN-02] there is no rating before a review, then it is the average, and none again when the reviews are deleted', async () => {
  const member = await market.signUp('Rated_1');
  expect(await ratings(member)).toEqual(twice([null, 0]));
  await rate(member, { count: 3, stars: 13 });
  expect(await ratings(member)).toEqual(twice([4.33, 3]));
  await rate(member, { count: 4, stars: 18 });
  expect(await ratings(member)).toEqual(twice([4.5, 4]));
  await rate(member, { count: 0, stars: 0 });
  expect(await ratings(member)).toEqual(twice([null, 0]));
});

test('[EN-02] the average overrides the stored rating, and members cannot write one', async () => {
  const member = await market.signUp('Rated_2');
  await market.platform.pool.query('update profile set rating = 1.5, rating_count = 90 where user_id = $1', [
    member.id,
  ]);
  await rate(member, { count: 2, stars: 9 });
  expect(await ratings(member)).toEqual(twice([4.5, 2]));
  const answer = await market.request('PATCH', '/api/profile', { as: member, body: { rating: 5 } });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['rating']]);
  await expect(rate(member, { count: 1, stars: 6 })).rejects.toThrow(RangeError);
  expect(await ratings(member)).toEqual(twice([4.5, 2]));
});

test('[EN-02] a visitor on the profile page gets a new rating live', async () => {
  const member = await market.signUp('Rated_3');
  await market.runJobs();
  const visitor = await connectLive(`${market.url.replace(/^http/, 'ws')}/api/realtime`);
  await visitor.hello();
  await visitor.subscribe('p', 'profile', { id: member.id });
  await rate(member, { count: 1, stars: 4 });
  const event = await visitor.frame({ type: 'event' });
  expect(event).toMatchObject({
    subscription: 'p',
    kind: 'profile.changed',
    data: { id: member.id, version: expect.any(Number) },
  });
  const { version } = (await market.request('GET', '/api/profile', { as: member })).body;
  expect(event).toMatchObject({ data: { version } });
  visitor.cut();
});
