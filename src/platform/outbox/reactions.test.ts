import { expect, test } from 'vitest';
import { minuteMs } from '#kernel/time.ts';
import { jobAfter } from './reactions.ts';

const event = (seller: string) => ({ kind: 'thing.ended', subject: 'x', version: 1, topics: [], data: { seller } });
const gathers = { task: 'tell', keyOf: ({ data }: { data?: Record<string, unknown> }) => String(data?.seller), slotMs: minuteMs };

test('a reaction follows each event at once', () => {
  expect(jobAfter('tell', event('ann'), new Date())).toEqual({ task: 'tell', payload: event('ann') });
});

test('a gathering reaction asks for one moment for all events of a minute and key, however long they keep coming', () => {
  const at = (time: string, seller = 'ann') => {
    const { key, runAt } = jobAfter(gathers, event(seller), new Date(`2027-01-01T${time}Z`));
    return `${key} ${runAt?.toISOString()}`;
  };
  expect([at('12:00:00.000'), at('12:00:59.999')]).toEqual(['tell:ann 2027-01-01T12:01:00.000Z', 'tell:ann 2027-01-01T12:01:00.000Z']);
  expect(at('12:01:00.000')).toBe('tell:ann 2027-01-01T12:02:00.000Z');
  expect(at('12:00:30.000', 'ben')).toBe('tell:ben 2027-01-01T12:01:00.000Z');
});
