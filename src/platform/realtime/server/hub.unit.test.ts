import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../outbox/events.ts';
import { Hub } from './hub.ts';

const at = (position: number, topic = 't'): StoredEvent =>
  ({
    position,
    kind: 'thing.changed',
    subject: 'a',
    version: position,
    topics: [topic],
    data: {},
    at: new Date(0),
  }) as unknown as StoredEvent;
const positions = (events: readonly StoredEvent[] | null) => events?.map(({ position }) => position) ?? null;
const subscription = (...events: number[]) => {
  const hub = new Hub({}, 3);
  hub.startAt(10);
  hub.publish(events.map((position) => at(position)));
  return hub;
};

describe('the cache of the newest events', () => {
  test('answers from its first position, and not before', () => {
    const hub = subscription(11, 12, 13);
    expect(positions(hub.recent(10, 13, ['t']))).toEqual([11, 12, 13]);
    expect(positions(hub.recent(11, 12, ['t']))).toEqual([12]);
    expect(positions(hub.recent(13, 13, ['t']))).toEqual([]);
    expect(hub.recent(9, 13, ['t'])).toBeNull();
  });

  test('never answers over a gap: neither after a skipped position nor after the start was moved', () => {
    const skipped = subscription(11, 12, 15);
    expect(skipped.recent(11, 15, ['t'])).toBeNull();
    expect(positions(skipped.recent(14, 15, ['t']))).toEqual([15]);
    const moved = subscription(11, 12);
    moved.startAt(20);
    moved.publish([at(21)]);
    expect(moved.recent(11, 21, ['t'])).toBeNull();
    expect(positions(moved.recent(20, 21, ['t']))).toEqual([21]);
  });

  test('delivers each position once and caches only the newest', () => {
    const hub = subscription();
    const received: number[] = [];
    hub.add({
      id: 's',
      idJson: '"s"',
      topics: ['t', 'u'],
      viewer: null,
      since: 0,
      deliver: ({ position }) => void received.push(position),
      sendEphemeral: () => {},
    });
    hub.publish([11, 12, 12, 11, 13].map((position) => at(position)));
    hub.publish([{ ...at(14), topics: ['t', 'u'] }, ...[15, 16, 17].map((position) => at(position, 'other'))]);
    expect(received).toEqual([11, 12, 13, 14]);
    expect(hub.head).toBe(17);
    expect(hub.recent(13, 17, ['t'])).toBeNull();
    expect(positions(hub.recent(14, 17, ['t']))).toEqual([]);
    expect(positions(hub.recent(14, 17, ['other']))).toEqual([15, 16, 17]);
  });
});
