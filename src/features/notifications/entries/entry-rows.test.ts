import { afterAll, beforeAll, expect, test } from 'vitest';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { notify } from '../index.server.ts';

let market: TestMarket;
let ann: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  ann = await market.signUp('rows_ann');
}, 60_000);
afterAll(() => market?.close());

const kindOf = (name: string) => {
  const kind = market.platform.notificationKinds.find((each) => each.name === name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
};
const order = { title: 'Mew', count: 1 };
const send = (kind: string, code: string, params: object, link: string, about: string) =>
  write(market.platform, (tx) =>
    notify(tx, { userId: ann.id, kind: kindOf(kind), code, params, link, about, now: market.clock.now() }),
  );
const rows = async (path = '/notifications') => {
  const { body } = await market.request('GET', path, { as: ann });
  return [...String(body).matchAll(/data-testid="notification".*?<\/li>/gs)].map(([row]) => {
    const links = [...row.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, to]) => to);
    const [, act] = /aria-label="([^":]+): [^"]*"[^>]*>\1<\/a>/.exec(row) ?? [];
    return { icon: /\.svg#([\w-]+)"/.exec(row)?.[1], links, act };
  });
};

test('a row leads to its page, by the whole row and by what the member may do there until it is read', async () => {
  const price = { amount: 800, currency: 'USD' };
  await send('sales', 'sold', order, '/orders/1', 'sold');
  await send('offers', 'accepted', { sum: price, title: 'Mew', madeBy: 'buyer' }, '/offers?side=sent#1', 'accepted');
  await send('offers', 'accepted', { sum: price, title: 'Mew', madeBy: 'seller' }, '/offers#1', 'taken');
  await send('messages', 'wrote', { unread: 1 }, '/messages/1', 'wrote');
  expect(await rows()).toEqual(
    [
      ['message-square', 'Reply to message', '/messages/1'],
      ['handshake', 'View offer', '/offers#1'],
      ['handshake', 'Continue to payment', '/offers?side=sent#1'],
      ['package', 'Ship order', '/orders/1'],
    ].map(([icon, act, link]) => ({ icon, links: [link, link], act })),
  );
  await market.request('POST', '/api/notifications/read', { as: ann, body: { all: true } });
  expect((await rows()).map(({ act }) => act)).toEqual(['View conversation', 'View offer', 'View offer', 'View order']);
});

test('the header reads the latest eight, and the API shows neither icons nor acts', async () => {
  for (let n = 0; n < 9; n++) await send('sales', 'done', order, '/orders/2', `done-${n}`);
  expect([(await rows('/notifications?latest')).length, (await rows()).length]).toEqual([8, 13]);
  const [first] = (await market.request('GET', '/api/notifications', { as: ann })).body.items;
  expect(Object.keys(first).sort()).toEqual(
    ['body', 'createdAt', 'deleted', 'id', 'kind', 'link', 'read', 'title', 'userId'].sort(),
  );
});
