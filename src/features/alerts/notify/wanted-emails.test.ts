import { expect, test } from 'vitest';
import { pauseListing, resumeListing } from '#features/listings/index.server.ts';
import { unsubscribe } from '#features/notifications/testing.ts';
import { buy } from '#features/orders/testing.ts';
import { usd, wantedMarket } from '#features/wanted/wanted.testing.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMember } from '#testing/server.ts';
import { holdJobs } from '../../../../tests/resilience/held-jobs.testing.ts';
import { notifyAlerts, sweepAlerts } from './notify-alerts.server.ts';

const { at, list, matches, ofCard, want } = wantedMarket();

interface Mail {
  subject: string;
  text: string;
  headers: Record<string, string>;
}
/** All emails about their alerts, oldest first. */
const emails = async (to: TestMember): Promise<Mail[]> =>
  (await at.market.request('GET', `/sandbox/mail.json?to=${to.email}`)).body
    .filter(({ text }: Mail) => text.includes('you have a wanted post') || text.includes('you have saved searches'))
    .reverse();
const save = async (as: TestMember, name: string, query: string, frequency = 'now') =>
  expect(
    (await at.market.request('POST', '/api/saved-searches', { as, body: { name, query, frequency } })).status,
  ).toBe(201);
const mailsOf = async (as: TestMember) =>
  (await at.market.request('GET', '/api/notifications/preferences', { as })).body.mails;

test('alerts within ten minutes for two wanted posts and a search are one email, with the copy once and all its reasons', async () => {
  const ida = await at.market.signUp('letter_one');
  await want(ida, ofCard('lea-161'));
  await want(ida, { ...ofCard('lea-161'), anyPrinting: true });
  await save(ida, 'Bolts', 'q=bolt');
  await list('lea-161', { price: usd(290) });
  const [first, ...early] = await emails(ida);
  expect([first !== undefined, early]).toEqual([true, []]);
  const listed = await list('lea-161', {
    price: usd(300),
    shipping: [{ name: 'Letter', price: usd(80), tracked: false }],
  });
  expect(await emails(ida)).toHaveLength(1);
  await at.market.advance(10 * minuteMs);
  const [, email, ...rest] = await emails(ida);
  expect(rest).toEqual([]);
  expect(email?.subject).toMatch(/^\d updates? from your alerts$/);
  expect(email?.text.match(/\$3\.80 incl\. shipping · .*/g)).toEqual([
    '$3.80 incl. shipping · Saved search: Bolts · Wanted post',
  ]);
  expect(email?.text).toMatch(new RegExp(`\\$3\\.80 incl\\. shipping .*\\nhttps?://[^/]+/listings/${listed.id}\\n`));
  for (const why of ['because you have saved searches', 'because you have a wanted post.'])
    expect(email?.text).toContain(why);
});

test('daily and weekly posts wait for their emails and share them', async () => {
  const jon = await at.market.signUp('letter_days');
  await want(jon, { ...ofCard('base1-4'), frequency: 'daily' });
  await want(jon, { ...ofCard('base1-58'), frequency: 'daily' });
  await save(jon, 'Moon', 'q=umbreon', 'daily');
  for (const card of ['base1-4', 'base1-58', 'swsh7-215']) await list(card, { price: usd(400) });
  expect(await emails(jon)).toEqual([]);
  await at.market.advance(dayMs);
  expect((await emails(jon)).map(({ subject }) => subject)).toEqual(['3 updates from your alerts']);
});

test('an email leaves out what its member declines, and its link unsubscribes from all kinds in it', async () => {
  const kim = await at.market.signUp('letter_stops');
  const { alerts, wanted } = await mailsOf(kim);
  expect([alerts, wanted]).toEqual([true, true]);
  await want(kim, ofCard('lea-232'));
  await save(kim, 'Lotus', 'q=lotus');
  await at.market.request('PUT', '/api/notifications/preferences', { as: kim, body: { mails: { alerts: false } } });
  await list('lea-232', { price: usd(500) });
  const [only] = await emails(kim);
  expect(only?.subject).toBe('For sale: Black Lotus');
  expect(only?.text).not.toContain(': Lotus');
  expect(only?.text).not.toContain('saved a search');
  await at.market.request('PUT', '/api/notifications/preferences', { as: kim, body: { mails: { alerts: true } } });
  await at.market.advance(10 * minuteMs);
  await list('lea-232', { price: usd(501) });
  // The next email is about both kinds, ten minutes after the first.
  await list('lea-232', { price: usd(502) });
  await at.market.advance(10 * minuteMs);
  const both = (await emails(kim)).at(-1);
  const link = new URL(/<(.+)>/.exec(both?.headers['list-unsubscribe'] ?? '')?.[1] ?? '');
  await unsubscribe(at.market.platform, link.searchParams.get('token'));
  expect(await mailsOf(kim)).toMatchObject({ alerts: false, wanted: false, offers: true });
});

test('a copy that was not for sale on its due day is notified once it is back; one that was notified already is not', async () => {
  const lou = await at.market.signUp('letter_away');
  const id = await want(lou, { ...ofCard('base1-58'), frequency: 'daily', highestPrice: usd(250) });
  const copy = await list('base1-58', { price: usd(200) });
  expect(await matches(id)).toEqual([copy.id]);
  await pauseListing(at.market.platform, actorOf(at.ben), copy.id);
  await at.market.runJobs();
  await at.market.advance(dayMs);
  expect(await emails(lou)).toEqual([]);
  for (const notified of [1, 1]) {
    await resumeListing(at.market.platform, actorOf(at.ben), copy.id);
    await at.market.runJobs();
    await at.market.advance(dayMs);
    expect(await emails(lou)).toHaveLength(notified);
    await pauseListing(at.market.platform, actorOf(at.ben), copy.id);
    await at.market.runJobs();
  }
});

test('a copy that was for sale when the post was made is never emailed, also when it goes and comes back', async () => {
  const mia = await at.market.signUp('letter_stood');
  const copy = await list('swsh7-215', { price: usd(900) });
  const id = await want(mia, ofCard('swsh7-215'));
  expect(await matches(id)).toContain(copy.id);
  await pauseListing(at.market.platform, actorOf(at.ben), copy.id);
  await at.market.runJobs();
  await resumeListing(at.market.platform, actorOf(at.ben), copy.id);
  await at.market.runJobs();
  await at.market.advance(10 * minuteMs);
  expect(await emails(mia)).toEqual([]);
});

test('a copy that was reserved on its due day is notified once it is for sale again', async () => {
  const nora = await at.market.signUp('letter_held');
  await want(nora, { ...ofCard('base1-58'), frequency: 'daily', highestPrice: usd(700) });
  const copy = await list('base1-58', { price: usd(690) });
  const { rows } = await at.market.platform.pool.query('select due_at from alert where member_id = $1', [nora.id]);
  // The due day may be less than ten minutes away.
  await at.market.advance(Math.max(0, rows[0].due_at.getTime() - at.market.clock.now().getTime() - 10 * minuteMs));
  expect((await buy(at.market, await at.market.signUp(), copy.id)).status).toBe(201);
  await at.market.advance(11 * minuteMs);
  expect(await emails(nora)).toEqual([]);
  await at.market.advance(40 * minuteMs);
  await at.market.advance(dayMs);
  expect((await emails(nora)).map(({ subject }) => subject)).toEqual(['For sale: Pikachu']);
});

test('an email that a process of the previous release had scheduled is sent with the others', async () => {
  const kit = await at.market.signUp('letter_before');
  const wantId = await want(kit, { ...ofCard('lea-161'), frequency: 'daily', highestPrice: usd(200) });
  const copy = await list('lea-161', { price: usd(190) });
  const { pool } = at.market.platform;
  await pool.query('delete from alert where member_id = $1', [kit.id]);
  const mailedAt = at.market.clock.now().toISOString();
  await pool.query('update want_match set mailed_at = $2 where want_id = $1', [wantId, mailedAt]);
  const payload = JSON.stringify({ wantId, listingIds: [copy.id], at: mailedAt });
  await pool.query("select graphile_worker.add_job('wanted.mail-matches', $1::json)", [payload]);
  await at.market.runJobs();
  await at.market.advance(dayMs);
  expect((await emails(kit)).map(({ subject }) => subject)).toEqual(['For sale: Lightning Bolt']);
});

test('an alert that a process of the previous release deleted is sent after the next sweep, once', async () => {
  const pia = await at.market.signUp('letter_forgot');
  await want(pia, { ...ofCard('lea-161'), frequency: 'daily', highestPrice: usd(180) });
  await list('lea-161', { price: usd(170) });
  await at.market.platform.pool.query('delete from alert where member_id = $1', [pia.id]);
  for (let night = 0; night < 2; night++) {
    await sweepAlerts(at.market.platform);
    await at.market.runJobs();
    await at.market.advance(dayMs);
    expect(await emails(pia)).toHaveLength(1);
  }
});

const setPrice = async (id: string, amount: number) => {
  expect(
    (await at.market.request('PATCH', `/api/listings/${id}`, { as: at.ben, body: { price: usd(amount) } })).status,
  ).toBe(200);
  await at.market.runJobs();
};
const favour = async (as: TestMember, id: string) =>
  expect((await at.market.request('PUT', `/api/favorites/${id}`, { as })).status).toBeLessThan(300);
/** A copy that a search and a wanted post wait for to become cheaper, and that is a favourite of the same member. */
async function waitedFor(as: TestMember): Promise<string> {
  await save(as, 'Moon', 'q=umbreon&maxPrice=15');
  const copy = await list('swsh7-215', { price: usd(1_900) });
  await favour(as, copy.id);
  await want(as, { ...ofCard('swsh7-215'), highestPrice: usd(1_500) });
  return copy.id;
}

for (const late of [
  ['alerts.match-new'],
  ['wanted.match-listing'],
  ['alerts.watch-favourite'],
  // All that one matching found is due at one time.
  ['alerts.match-new', 'alerts.watch-favourite'],
]) {
  test(`one change of a listing is one email, also when ${late.join(' and ')} ${late.length > 1 ? 'run' : 'runs'} last`, async () => {
    const member = await at.market.signUp();
    const id = await waitedFor(member);
    const release = await holdJobs(at.market, ...late);
    await setPrice(id, 1_000);
    const [only, ...others] = await emails(member);
    expect(others).toEqual([]);
    for (const word of ['Saved search: Moon', 'Wanted post', 'Price lowered']) expect(only?.text).toContain(word);
    await release();
    await at.market.advance(20 * minuteMs);
    expect(await emails(member)).toHaveLength(1);
  });
}

for (const late of ['alerts.match-published', 'wanted.match-published']) {
  test(`a new listing is one email, also when ${late} runs last`, async () => {
    const member = await at.market.signUp();
    await save(member, 'Night', 'q=umbreon&maxPrice=15');
    await want(member, { ...ofCard('swsh7-215'), highestPrice: usd(1_500) });
    const release = await holdJobs(at.market, late);
    await list('swsh7-215', { price: usd(1_300) });
    const [only, ...others] = await emails(member);
    expect(others).toEqual([]);
    for (const word of ['Saved search: Night', 'Wanted post']) expect(only?.text).toContain(word);
    await release();
    await at.market.advance(20 * minuteMs);
    expect(await emails(member)).toHaveLength(1);
  });
}

test('a matching that fails delays no email about the others’ results: its own are in the next', async () => {
  const { pool } = at.market.platform;
  const member = await at.market.signUp();
  const id = await waitedFor(member);
  const release = await holdJobs(at.market, 'alerts.watch-favourite');
  await pool.query(
    "create function no_look() returns trigger language plpgsql as $$ begin raise exception 'no look'; end $$",
  );
  await pool.query(
    'create trigger no_look before insert or update on favorite_watch for each row execute function no_look()',
  );
  await setPrice(id, 1_000);
  const [only] = await emails(member);
  for (const word of ['Saved search: Moon', 'Wanted post']) expect(only?.text).toContain(word);
  expect(only?.text).not.toContain('Price lowered');
  await pool.query('drop function no_look cascade');
  await release();
  await at.market.advance(20 * minuteMs);
  expect((await emails(member)).slice(1).map(({ text }) => text)).toEqual([expect.stringContaining('Price lowered')]);
});

test('an email about another change does not split a change in two', async () => {
  const member = await at.market.signUp();
  const id = await waitedFor(member);
  const other = await list('base1-4', { price: usd(1_800) });
  await favour(member, other.id);
  const release = await holdJobs(at.market, 'alerts.match-new', 'alerts.tell-due');
  await setPrice(other.id, 1_700);
  await setPrice(id, 1_000);
  expect(await emails(member)).toEqual([]);
  await notifyAlerts(at.market.platform, member.id);
  await at.market.runJobs();
  const [only] = await emails(member);
  expect(only?.subject).toBe('2 updates from your alerts');
  for (const word of ['Charizard', 'Saved search: Moon', 'Wanted post', 'Price lowered'])
    expect(only?.text).toContain(word);
  await release();
  await at.market.advance(20 * minuteMs);
  expect(await emails(member)).toHaveLength(1);
});
