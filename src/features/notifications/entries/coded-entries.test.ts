import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Notification } from '../contract.ts';
import { notify } from '../index.server.ts';
import { formerSentences, type Sample } from './former-sentences.testing.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [ann, ben] = await Promise.all([market.signUp('coded_ann'), market.signUp('coded_ben')]);
}, 60_000);
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const listed = async () =>
  (await market.request('GET', '/api/notifications', { as: ann })).body.items
    .map(({ title, body }: Notification) => [title, body])
    .sort();
const migrate = async () => {
  for (const name of ['1225-read-notifications', '1226-read-notifications-of-admins'])
    await rows(readFileSync(join(import.meta.dirname, `../../../../migrations/${name}.sql`), 'utf8'));
};
/** What the sentences of all kinds need. */
const samples: Sample[] = [
  { title: 'Mew', count: 1, unread: 1, rating: 5, reason: 'Rude.', subjectKind: 'list', subjectTitle: 'Wants' },
  {
    title: 'Mew and 3 more',
    count: 3,
    unread: 4,
    rating: 1,
    reason: 'Twice: 1 and 2.',
    subjectKind: 'list',
    subjectTitle: null,
  },
  { title: null, count: 0, unread: 1, rating: 3, reason: '', subjectKind: 'member', subjectTitle: null },
];

test('sentences that earlier releases stored become codes and read as the sentences of today; other texts stay', async () => {
  const kinds = market.platform.notificationKinds;
  const known = kinds.flatMap(({ name, texts = {} }) => Object.keys(texts).map((code) => `${name} ${code}`));
  const old = samples.flatMap((sample) =>
    formerSentences(sample).map(([kind, code, title, body]) => {
      const text = kinds.find(({ name }) => name === kind)?.texts?.[code];
      const today = text?.(sample as never);
      return { kind, code, title, body, today: [today?.title.replace('{name}', ben.username), today?.body ?? ''] };
    }),
  );
  expect(known).toEqual(expect.arrayContaining(old.map(({ kind, code }) => `${kind} ${code}`)));
  expect(old.length).toBeGreaterThan(100);
  const others = [
    ['sales', 'You sold Mew', 'A sentence of no release that is known.'],
    ['listings', 'Ended: Mew', 'It is not for sale any more.'],
  ];
  const all = [...old.map(({ kind, title, body = '' }) => [kind, title, body]), ...others];
  for (const [index, entry] of all.entries())
    await rows(
      `insert into notification (id, user_id, kind, about, title, body, link, named_id, created_at)
       values ($1, $2, $3, $1, $4, $5, '/orders', $6, now())`,
      [`0198${String(index).padStart(4, '0')}-1111-7111-8111-111111111111`, ann.id, ...entry, ben.id],
    );
  const everything = async () => {
    const pages = [];
    let cursor = '';
    do {
      const { items, nextCursor } = (
        await market.request('GET', `/api/notifications?limit=100${cursor && `&cursor=${cursor}`}`, { as: ann })
      ).body;
      pages.push(...items.map(({ title, body }: Notification) => [title, body]));
      cursor = nextCursor;
    } while (cursor);
    return pages;
  };
  await migrate();
  const today = [...old.map((entry) => entry.today), ...others.map(([, title, body]) => [title, body])];
  expect(await everything()).toEqual(today.reverse());
  const stored = await rows('select kind, code, title, body from notification order by id');
  expect(stored.slice(0, old.length).map(({ code }) => code)).toEqual(old.map(({ code }) => code));
  expect(stored.slice(0, old.length).filter(({ title, body }) => title !== '' || body !== '')).toEqual([]);
  expect(stored.slice(old.length).map(({ kind, title, body }) => [kind, title, body])).toEqual(others);
  await rows('delete from notification');
});

test('an entry stores its code and no sentence; a deletion leaves no name', async () => {
  const kindOf = (wanted: string) => {
    const kind = market.platform.notificationKinds.find(({ name }) => name === wanted);
    if (!kind) throw new Error(`no feature has the kind ${wanted}`);
    return kind;
  };
  const about = { userId: ann.id, link: '/messages', namedId: ben.id, now: market.clock.now() };
  await write(market.platform, async (tx) => {
    await notify(tx, { ...about, kind: kindOf('messages'), code: 'wrote', params: { unread: 2 }, about: 'first' });
    await notify(tx, { ...about, kind: kindOf('returns'), code: 'back', about: 'second' });
  });
  expect(await rows('select code, params, title, body from notification order by about')).toEqual([
    { code: 'wrote', params: { unread: 2 }, title: '', body: '' },
    { code: 'back', params: null, title: '', body: '' },
  ]);
  const named = (name: string) => [
    [`${name} is back`, 'Their cards can be bought again.'],
    [`${name} wrote to you`, '2 messages wait for you.'],
  ];
  expect(await listed()).toEqual(named(ben.username));
  const left = await market.request('POST', '/api/users/delete-account', {
    as: ben,
    body: { password: ben.password },
  });
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  await market.runJobs();
  expect(await listed()).toEqual(named('Deleted member'));
  expect(JSON.stringify(await rows('select * from notification'))).not.toContain(ben.username);
});
