import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMs, dayMs, hourMs, minuteMs, momentUtc } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { removeListing, renewListing } from '../lifecycle/move-listing.server.ts';
import { listed, premium } from '../testing.ts';
import { endingNoticeAt } from './notice.rules.ts';
import { notifyEnded, notifyEnding } from './notify-seller.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

interface Mail {
  subject: string;
  text: string;
  messageId: string;
  headers: Record<string, string>;
}

/** The emails of listings to them, oldest first. */
async function mailed(member: TestMember): Promise<Mail[]> {
  await market.runJobs();
  const { body } = await market.request<Mail[]>('GET', `/sandbox/mail.json?to=${member.email}`);
  return body.filter(({ messageId }) => messageId.startsWith('<listings-')).reverse();
}
const subjects = async (member: TestMember) => (await mailed(member)).map(({ subject }) => subject);

test('[ST-13] a listing of 48 hours has a notice six hours before its end, and another when it has ended', async () => {
  const seller = await market.signUp('free_seller');
  const endsAt = addMs(market.clock.now(), 2 * dayMs);
  await listed(market, seller, { title: 'Mew' });
  await market.advance(42 * hourMs - minuteMs);
  expect(await subjects(seller)).toEqual([]);
  await market.advance(2 * minuteMs);
  const [ending, ...more] = await mailed(seller);
  expect([ending?.subject, more]).toEqual(['Ends soon: Mew', []]);
  expect(ending?.text).toContain(`Mew: ${momentUtc(endsAt)}`);
  expect(ending?.text).toContain(`${market.url}/dashboard/listings?tab=live`);
  expect(ending?.headers['list-unsubscribe']).toContain('/unsubscribe?token=listings.');
  await market.advance(6 * hourMs);
  expect(await subjects(seller)).toEqual(['Ends soon: Mew']);
  await market.advance(2 * minuteMs);
  expect(await subjects(seller)).toEqual(['Ends soon: Mew', 'Ended: Mew']);
});

test('a renewed listing has notices in its new period, a removed listing has none', async () => {
  const seller = await market.signUp('renewing_seller');
  const { id } = await listed(market, seller, { title: 'Renewed' });
  const gone = await listed(market, seller, { title: 'Gone' });
  await removeListing(market.platform, actorOf(seller), gone.id);
  await market.advance(43 * hourMs);
  await renewListing(market.platform, actorOf(seller), id);
  await market.advance(41 * hourMs);
  expect(await subjects(seller)).toEqual(['Ends soon: Renewed']);
  await market.advance(2 * hourMs);
  expect(await subjects(seller)).toEqual(['Ends soon: Renewed', 'Ends soon: Renewed']);
});

test('a listing of 30 days has a notice a day before its end, and those that end soon after share the email', async () => {
  const seller = await premium(market, await market.signUp('premium_seller'));
  const firstEndsAt = addMs(market.clock.now(), 30 * dayMs);
  await listed(market, seller, { title: 'First' });
  await market.advance(hourMs);
  await listed(market, seller, { title: 'Second' });
  await market.advance(12 * hourMs);
  await listed(market, seller, { title: 'Much later' });
  await market.advance(28 * dayMs + 11 * hourMs - minuteMs);
  expect(await subjects(seller)).toEqual([]);
  await market.advance(2 * minuteMs);
  const [mail] = await mailed(seller);
  expect(mail?.subject).toBe('2 listings end soon');
  expect(mail?.text).toContain(`First: ${momentUtc(firstEndsAt)}\nSecond: ${momentUtc(addMs(firstEndsAt, hourMs))}`);
  await market.advance(hourMs);
  expect(await subjects(seller)).toEqual(['2 listings end soon']);
});

test('listings that end together share an email, and the next such email waits six hours', async () => {
  const seller = await premium(market, await market.signUp('many_at_once'));
  for (let i = 0; i < 25; i++) await listed(market, seller, { title: `Card ${i}` });
  await market.advance(hourMs);
  await listed(market, seller, { title: 'An hour later' });
  await market.advance(30 * dayMs - hourMs);
  await market.advance(2 * minuteMs);
  const ended = async () => (await subjects(seller)).filter((subject) => subject.includes('nded'));
  expect(await ended()).toEqual(['25 listings ended']);
  const [mail] = (await mailed(seller)).filter(({ subject }) => subject.startsWith('25'));
  expect([
    mail?.text.match(/^Card \d+: \d+ \w+ \d{4}$/gm)?.length,
    mail?.text.includes('This email lists the first 20 listings.'),
  ]).toEqual([20, true]);
  await market.advance(hourMs + 2 * minuteMs);
  expect(await ended()).toEqual(['25 listings ended']);
  await market.advance(5 * hourMs);
  expect(await ended()).toEqual(['25 listings ended', 'Ended: An hour later']);
});

test('a job that runs again or concurrently sends no notice twice', async () => {
  const seller = await market.signUp('told_once');
  const { id } = await listed(market, seller, { title: 'Once' });
  await market.advance(43 * hourMs);
  await Promise.all(Array.from({ length: 4 }, () => notifyEnding(market.platform, id)));
  expect(await subjects(seller)).toEqual(['Ends soon: Once']);
  await market.advance(5 * hourMs + 2 * minuteMs);
  await Promise.all(Array.from({ length: 4 }, () => notifyEnded(market.platform, seller.id)));
  const { rows } = await market.platform.pool.query(
    'select distinct mail_id from listing_notice where listing_id = $1',
    [id],
  );
  await market.platform.pool.query(
    `select graphile_worker.add_job('listings.mail-notice', json_build_object('mailId', m)) from unnest($1::text[]) m`,
    [rows.map((row) => row.mail_id)],
  );
  expect(await subjects(seller)).toEqual(['Ends soon: Once', 'Ended: Once']);
});

test('a seller who wants no such mails gets none, and none later', async () => {
  const seller = await market.signUp('quiet_seller');
  await market.request('PUT', '/api/notifications/preferences', { as: seller, body: { mails: { listings: false } } });
  await listed(market, seller, { title: 'Quiet' });
  await market.advance(43 * hourMs);
  await market.advance(6 * hourMs);
  await market.advance(2 * minuteMs);
  expect(await subjects(seller)).toEqual([]);
});

test('a copy held beyond its end has its notice when the hold has ended', async () => {
  const [seller, buyer] = await Promise.all([market.signUp('held_seller'), market.signUp('held_buyer')]);
  const { id } = await listed(market, seller, { title: 'Held' });
  await market.advance(47 * hourMs + 50 * minuteMs);
  const fresh = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: buyer.email, password: buyer.password },
  });
  const cookie = fresh.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  expect(
    (await market.request('POST', '/api/orders', { as: { ...buyer, cookie }, body: { listingId: id } })).status,
  ).toBe(201);
  await market.advance(15 * minuteMs);
  await market.advance(2 * minuteMs);
  expect(await subjects(seller)).toEqual(['Ends soon: Held']);
  await market.advance(20 * minuteMs);
  await market.advance(2 * minuteMs);
  expect(await subjects(seller)).toEqual(['Ends soon: Held', 'Ended: Held']);
});

test('the time of a seller’s notice', () => {
  const now = new Date('2027-01-01T12:00:30Z');
  const hoursBefore = (lifeMs: number) => {
    const end = addMs(now, lifeMs);
    return (end.getTime() - endingNoticeAt(end, now).getTime()) / hourMs;
  };
  expect([48 * hourMs, 30 * dayMs, 8 * dayMs, 8 * hourMs].map(hoursBefore)).toEqual([6, 24, 24, 1]);
});
