import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Notification } from '../contract.ts';
import { notify } from '../index.server.ts';
import { sweepEntries } from './sweep-entries.server.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [ann, ben] = await Promise.all([market.signUp('told_ann'), market.signUp('told_ben')]);
}, 60_000);
afterAll(() => market.close());

const path = '/api/notifications';
const list = async (as: TestMember): Promise<Notification[]> =>
  (await market.request('GET', `${path}?limit=100`, { as })).body.items;
const waiting = async (as: TestMember): Promise<number> =>
  (await market.request('GET', '/api/counters', { as })).body.notifications;
const post = (as: TestMember, to: string, body: unknown = {}) => market.request('POST', to, { as, body });
/** Notifies a member with a kind that a feature declares. */
const notifyMember = (to: TestMember, about: string, kindName = 'sales') => {
  const kind = market.platform.notificationKinds.find(({ name }) => name === kindName);
  if (!kind) throw new Error(`no feature has the kind ${kindName}`);
  const updates = {
    userId: to.id,
    kind,
    title: `News ${about}`,
    body: 'A sentence.',
    link: '/orders',
    about,
    now: market.clock.now(),
  };
  return write(market.platform, (tx) => notify(tx, updates));
};
test('[EN-08] an entry has the shape of the contract, they are listed newest first, and pages neither skip nor repeat', async () => {
  for (const about of ['one', 'two', 'three']) {
    expect(await notifyMember(ann, about)).toBe(true);
    await market.advance(1_000);
  }
  const [newest] = await list(ann);
  expect(newest).toEqual({
    id: expect.any(String),
    userId: ann.id,
    kind: 'sales',
    title: 'News three',
    body: 'A sentence.',
    link: '/orders',
    read: false,
    deleted: false,
    createdAt: expect.stringMatching(/Z$/),
  });
  const first = (await market.request('GET', `${path}?limit=2`, { as: ann })).body;
  const second = (await market.request('GET', `${path}?limit=2&cursor=${first.nextCursor}`, { as: ann })).body;
  expect([...first.items, ...second.items].map(({ title }: Notification) => title)).toEqual([
    'News three',
    'News two',
    'News one',
  ]);
  expect(second.nextCursor).toBeNull();
  expect((await market.request('GET', `${path}?cursor=nonsense`, { as: ann })).status).toBe(422);
});

test('[UI-07] the counter counts unread, not deleted entries, and each member sees only their own', async () => {
  expect([await waiting(ann), await waiting(ben)]).toEqual([3, 0]);
  const [three, two, one] = (await list(ann)) as [Notification, Notification, Notification];
  expect((await post(ann, `${path}/read`, { ids: [three.id] })).status).toBe(200);
  expect((await list(ann)).map(({ read }) => read)).toEqual([true, false, false]);
  expect(await waiting(ann)).toBe(2);
  // Another member's entries cannot be listed, marked, deleted or restored.
  expect(await list(ben)).toEqual([]);
  expect((await post(ben, `${path}/read`, { ids: [two.id] })).status).toBe(200);
  expect((await post(ben, `${path}/read`, { all: true })).status).toBe(200);
  expect((await market.request('DELETE', `${path}/${two.id}`, { as: ben })).status).toBe(404);
  expect((await post(ben, `${path}/${two.id}/restore`)).status).toBe(404);
  expect(await waiting(ann)).toBe(2);
  for (const _ of 'ab') expect((await market.request('DELETE', `${path}/${two.id}`, { as: ann })).status).toBe(200);
  expect([(await list(ann)).map(({ id }) => id), await waiting(ann)]).toEqual([[three.id, one.id], 1]);
  for (const _ of 'ab') expect((await post(ann, `${path}/${two.id}/restore`)).status).toBe(200);
  expect([(await list(ann)).map(({ id }) => id), await waiting(ann)]).toEqual([[three.id, two.id, one.id], 2]);
  expect((await post(ann, `${path}/read`, { all: true })).status).toBe(200);
  expect(await waiting(ann)).toBe(0);
});

test('[EN-08] a request to mark takes ids or all, and anything else is refused with a reason', async () => {
  for (const body of [
    {},
    { ids: 'x' },
    { all: false },
    { ids: [1] },
    { ids: [], all: true },
    { ids: Array(101).fill('x') },
    [],
  ]) {
    const { status, body: said } = await post(ann, `${path}/read`, body);
    expect([JSON.stringify(body).slice(0, 40), status, said.code]).toEqual([
      JSON.stringify(body).slice(0, 40),
      422,
      'invalid',
    ]);
  }
  expect((await post(ann, `${path}/read`, { ids: ['nobody’s', '\u0000'] })).status).toBe(200);
  for (const [method, to] of [
    ['GET', path],
    ['POST', `${path}/read`],
    ['DELETE', `${path}/x`],
  ] as const)
    expect((await market.request(method, to, method === 'GET' ? {} : { body: {} })).status).toBe(401);
});

test('an event that is notified twice, at once or later, is one entry, and a deleted one does not reappear', async () => {
  const notified = await Promise.all(Array.from({ length: 8 }, () => notifyMember(ben, 'same')));
  expect(notified.filter(Boolean)).toHaveLength(1);
  expect(await notifyMember(ben, 'same')).toBe(false);
  const [entry] = await list(ben);
  await market.request('DELETE', `${path}/${entry?.id}`, { as: ben });
  expect([await notifyMember(ben, 'same'), await list(ben)]).toEqual([false, []]);
  // The name of an event is unique per member.
  expect(await notifyMember(ann, 'same')).toBe(true);
});

test('an entry exists if and only if its event is', async () => {
  const kind = market.platform.notificationKinds[0];
  if (!kind) throw new Error('no feature has a kind');
  const failed = write(market.platform, async (tx) => {
    await notify(tx, {
      userId: ben.id,
      kind,
      title: 'Never',
      body: '',
      link: '/',
      about: 'undone',
      now: market.clock.now(),
    });
    throw new Error('the event did not happen');
  });
  await expect(failed).rejects.toThrow('the event did not happen');
  expect((await list(ben)).map(({ title }) => title)).not.toContain('Never');
});

test('[RT-11] a kind that the member turned off in the app, or muted, creates no entry', async () => {
  const muted = await market.signUp('told_quiet');
  const choose = (body: unknown) => market.request('PUT', `${path}/preferences`, { as: muted, body });
  await choose({ kinds: { sales: { app: false } } });
  expect([await notifyMember(muted, 'off'), await notifyMember(muted, 'on', 'purchases')]).toEqual([false, true]);
  await choose({ mute: true });
  expect(await notifyMember(muted, 'muted', 'purchases')).toBe(false);
  await choose({ mute: false, kinds: { sales: { app: true } } });
  expect(await notifyMember(muted, 'again')).toBe(true);
  expect([(await list(muted)).map(({ title }) => title).sort(), await waiting(muted)]).toEqual([
    ['News again', 'News on'],
    2,
  ]);
});

test('notify never waits for a deletion in progress: a member who remains is notified afterwards, a deleted one is not', async () => {
  const [stays, goes] = [await market.signUp('told_stays'), await market.signUp('told_goes')];
  for (const member of [stays, goes]) {
    const deletion = await market.platform.pool.connect();
    try {
      await deletion.query('begin');
      await deletion.query('select 1 from profile where user_id = $1 for update', [member.id]);
      // Were it to wait for the deletion, the next line would never run.
      expect(await notifyMember(member, 'meanwhile')).toBe(false);
      if (member === goes)
        await deletion.query('update profile set deleted_at = now() where user_id = $1', [member.id]);
      await deletion.query('commit');
    } finally {
      deletion.release();
    }
  }
  await market.runJobs();
  expect((await list(stays)).map(({ title }) => title)).toEqual(['News meanwhile']);
  const { rows } = await market.platform.pool.query('select 1 from notification where user_id = $1', [goes.id]);
  expect([rows, await notifyMember(goes, 'later')]).toEqual([[], false]);
});

test('marking all as read while entries come loses none and keeps the counter correct', async () => {
  const rounds = Array.from({ length: 12 }, (_, n) => [
    notifyMember(ben, `race ${n}`),
    post(ben, `${path}/read`, { all: true }),
  ]).flat();
  await Promise.all(rounds);
  const entries = await list(ben);
  expect(entries.filter(({ title }) => title.startsWith('News race'))).toHaveLength(12);
  expect(await waiting(ben)).toBe(entries.filter(({ read }) => !read).length);
});

test('entries are swept after 90 days, read or not, and no sooner', async () => {
  const old = await market.signUp('told_long_ago');
  // All sessions have expired by then.
  const titles = async () =>
    (
      await market.platform.pool.query<{ title: string }>(
        'select title from notification where user_id = $1 order by id',
        [old.id],
      )
    ).rows.map(({ title }) => title);
  await notifyMember(old, 'old');
  await market.advance(89 * dayMs);
  await notifyMember(old, 'young');
  await sweepEntries(market.platform);
  expect(await titles()).toEqual(['News old', 'News young']);
  await market.advance(2 * dayMs);
  await sweepEntries(market.platform);
  expect(await titles()).toEqual(['News young']);
});
