import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, connectLive } from '#testing/live.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { talkers } from './messages.testing.ts';

/** Live updates of an open conversation. */
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 120_000);
afterAll(() => market?.close());

const { join, openAs, sayAs, threadsOf, unreadOf } = talkers(() => market);

test('[LI-06] the two members of a thread, and no others, get messages, reads and the counter live', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const url = `${market.url.replace('http', 'ws')}/api/realtime`;
  const lines: Client[] = [];
  const line = async (member: TestMember) => {
    const client = await connectLive(url, { cookie: member.cookie, origin: market.url });
    lines.push(client);
    await client.hello();
    return client;
  };
  const [anas, bobs, eves] = [await line(ana), await line(bob), await line(eve)];
  expect(
    [await anas.subscribe('t', 'thread', { id }), await bobs.subscribe('t', 'thread', { id })].map(({ type }) => type),
  ).toEqual(['subscribed', 'subscribed']);
  expect(await eves.subscribe('t', 'thread', { id })).toMatchObject({ type: 'error', code: 'not_found' });
  await bobs.subscribe('me', 'me');
  const sent = (await sayAs(ana, id, { text: 'Are you there?', clientId: 'live-1' })).body;
  // The first message may be relayed after the subscription.
  const isSent = (frame: object) => JSON.stringify(frame).includes(sent.id);
  let created = await bobs.frame({ kind: 'message.created' });
  if (!isSent(created)) created = await bobs.frame({ kind: 'message.created' });
  expect(created).toMatchObject({ subscription: 't', data: { ...sent, version: 2 } });
  expect(await bobs.frame({ kind: 'counters.changed' })).toMatchObject({ subscription: 'me', data: { id: bob.id } });
  await market.request('POST', `/api/threads/${id}/read`, { as: bob });
  expect(await anas.frame({ kind: 'thread.read' })).toMatchObject({ data: { id, memberId: bob.id } });
  for (const one of lines) one.socket.close();
  await Promise.all(lines.map(({ closed }) => closed));
});

test('a message is delivered once a device of the recipient requests the counters, and read once they open it; the sender gets both live', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const other = (await openAs(ana, { recipientId: eve.id, text: 'Hello.' })).body.id;
  const marks = async (threadId: string, as: TestMember) =>
    (await market.request('GET', `/api/threads/${threadId}/messages`, { as })).body.items.map(
      ({ delivered, readAt }: { delivered: boolean; readAt: string | null }) =>
        readAt ? 'Read' : delivered ? 'Delivered' : 'Sent',
    );
  // The sender's own requests deliver nothing.
  await unreadOf(ana);
  expect(await marks(id, ana)).toEqual(['Sent']);
  const line = await connectLive(`${market.url.replace('http', 'ws')}/api/realtime`, {
    cookie: ana.cookie,
    origin: market.url,
  });
  await line.hello();
  await line.subscribe('t', 'thread', { id });
  expect(await unreadOf(bob)).toBe(1);
  expect(await line.frame({ kind: 'thread.delivered' })).toMatchObject({ subscription: 't' });
  expect([await marks(id, ana), await marks(other, ana)]).toEqual([['Delivered'], ['Sent']]);
  await threadsOf(eve);
  expect(await marks(other, ana)).toEqual(['Delivered']);
  await sayAs(ana, id, { text: 'Are you there?' });
  expect(await marks(id, ana)).toEqual(['Sent', 'Delivered']);
  expect(await unreadOf(bob)).toBe(1);
  expect(await marks(id, ana)).toEqual(['Delivered', 'Delivered']);
  await market.request('POST', `/api/threads/${id}/read`, { as: bob });
  expect(await marks(id, ana)).toEqual(['Read', 'Read']);
  line.socket.close();
  await line.closed;
});

test('typing is sent to the other member alone, without a position, and never across a block', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const withBob = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body.id;
  const withEve = (await openAs(ana, { recipientId: eve.id, text: 'Hello.' })).body.id;
  const url = `${market.url.replace('http', 'ws')}/api/realtime`;
  const [anas, bobs, eves] = await Promise.all(
    [ana, bob, eve].map(({ cookie }) => connectLive(url, { cookie, origin: market.url })),
  );
  if (!anas || !bobs || !eves) throw new Error('three lines');
  for (const line of [anas, bobs, eves]) await line.hello();
  await anas.subscribe('t', 'thread', { id: withBob });
  await bobs.subscribe('t', 'thread', { id: withBob });
  await eves.subscribe('t', 'thread', { id: withEve });
  /** Types until the event arrives: an ephemeral message may get lost. */
  const isReceived = (by: Client, from: Client, threadId: string) =>
    expect
      .poll(
        () => {
          from.send({ type: 'typing', threadId });
          return typing(by).length;
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBeGreaterThan(0);
  const typing = (line: Client) => line.frames.filter((frame) => frame.type === 'event' && frame.kind === 'typing');

  eves.send({ type: 'typing', threadId: withBob });
  expect(await eves.frame({ type: 'error' })).toMatchObject({
    code: 'not_found',
    message: 'We couldn’t find this conversation.',
  });
  await isReceived(bobs, anas, withBob);
  expect(await bobs.frame({ kind: 'typing' })).toMatchObject({
    subscription: 't',
    data: { id: withBob, memberId: ana.id, version: 0 },
  });
  expect([typing(anas), typing(eves)]).toEqual([[], []]);

  await market.request('POST', `/api/members/${ana.id}/block`, { as: bob, body: {} });
  bobs.send({ type: 'typing', threadId: withBob });
  bobs.send({ type: 'ping' });
  await bobs.frame({ type: 'pong' });
  // Frames arrive in order: Bob's would have arrived by now.
  await isReceived(eves, anas, withEve);
  expect(typing(anas)).toEqual([]);
  for (const line of [anas, bobs, eves]) line.socket.close();
  await Promise.all([anas, bobs, eves].map(({ closed }) => closed));
});
