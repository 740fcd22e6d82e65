import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#kernel/time.ts';
import { type Client, type Live, startLive } from '#testing/live.ts';
import type { Actor } from '../../identity/sessions/actor.ts';

const person = (id: string): Actor => ({ id, role: 'member', via: 'cookie', sessionId: id, signedInAt: new Date() });
let live: Live;
let beside: Live;
const lines: Client[] = [];

beforeAll(async () => {
  live = await startLive({ typingEveryMs: hourMs });
  beside = await startLive({ typingEveryMs: hourMs }, live);
  for (const each of [live, beside]) for (const id of ['ana', 'bob']) each.people.set(id, person(id));
});
afterAll(async () => {
  for (const line of lines) line.cut();
  await beside.close();
  await live.close();
});

async function lineOf(at: Live, cookie?: string): Promise<Client> {
  const line = await at.connect(cookie === undefined ? {} : { cookie });
  lines.push(line);
  await line.hello();
  return line;
}

test('typing reaches the other process, throttled to one notice per interval, and only authorised members', async () => {
  const [ana, second, bob] = [await lineOf(live, 'ana'), await lineOf(beside, 'ana'), await lineOf(beside, 'bob')];
  const marks = ['y0', 'y1', 'y2', 'y3', 'y4'];
  for (const id of ['x', 'blocked', ...marks]) {
    await bob.subscribe(id, 'thread', { id });
    await second.subscribe(id, 'thread', { id });
  }
  const received = (line: Client) => line.frames.flatMap((frame) => (frame.type === 'event' ? [frame.data.id] : []));
  for (const threadId of ['x', 'x', 'blocked', 'x']) ana.send({ type: 'typing', threadId });
  ana.send({ type: 'ping' });
  await ana.frame({ type: 'pong' });
  // From another process of hers: a notice within the interval is not delivered again.
  second.send({ type: 'typing', threadId: 'x' });
  // Messages of one process arrive in order, unless pub/sub loses one: a lost marker is sent again.
  const isMarked = () => {
    const threadId = marks.shift();
    if (threadId) second.send({ type: 'typing', threadId });
    return received(bob).some((id) => id.startsWith('y'));
  };
  await expect.poll(isMarked, { timeout: 20_000, interval: 500 }).toBe(true);
  await bob.until(() => received(bob).find((id) => id === 'x'));
  expect(received(bob).filter((id) => !id.startsWith('y'))).toEqual(['x']);
  expect(received(second)).toEqual([]);
});

test('a visitor’s typing is not published', async () => {
  const line = await lineOf(live);
  line.send({ type: 'typing', threadId: 'x' });
  expect(await line.frame({ type: 'error' })).toMatchObject({ code: 'not_signed_in' });
});
