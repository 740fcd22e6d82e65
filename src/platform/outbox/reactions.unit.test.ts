import { expect, test } from 'vitest';
import * as z from 'zod';
import { minuteMs } from '#kernel/time.ts';
import { defineJob } from '../jobs/jobs.ts';
import { defineEvent } from './events.ts';
import { jobAfter, wakes } from './reactions.ts';

const ended = defineEvent('thing.ended', z.object({ seller: z.string() }));
const notify = defineJob('things.tell', z.object({ subject: z.string(), data: z.object({ seller: z.string() }) }));
const happened = (seller: string) => ({
  kind: 'thing.ended',
  subject: 'x',
  version: 1,
  topics: ['thing:x'],
  data: { seller },
});
const gathering = wakes(ended, notify, { gather: { keyOf: ({ data }) => data.seller, slotMs: minuteMs } });

test('a reaction runs at once for each event, and its job gets the fields of the event that its schema names', () => {
  expect(jobAfter(wakes(ended, notify), happened('ann'), new Date())).toEqual({
    task: 'things.tell',
    payload: { subject: 'x', data: { seller: 'ann' } },
  });
});

test('a job with another payload derives it from the event, and `when` skips events', () => {
  const count = defineJob('things.count', z.object({ sellerId: z.string() }));
  const counting = wakes(ended, count, {
    payload: ({ data }) => ({ sellerId: data.seller }),
    when: ({ data }) => data.seller !== 'ben',
  });
  expect(jobAfter(counting, happened('ann'), new Date())).toEqual({
    task: 'things.count',
    payload: { sellerId: 'ann' },
  });
  expect(jobAfter(counting, happened('ben'), new Date())).toBeNull();
  // @ts-expect-error the event has no sellerId, so the job's payload must be derived
  expect(() => jobAfter(wakes(ended, count), happened('ann'), new Date())).toThrow('job things.count: sellerId: ');
});

test('a reaction with `gather` sets one timer for all events of a minute and key, however long they keep coming', () => {
  const at = (time: string, seller = 'ann') => {
    const job = jobAfter(gathering, happened(seller), new Date(`2027-01-01T${time}Z`));
    return `${job?.key} ${job?.runAt?.toISOString()}`;
  };
  expect([at('12:00:00.000'), at('12:00:59.999')]).toEqual([
    'things.tell:ann 2027-01-01T12:01:00.000Z',
    'things.tell:ann 2027-01-01T12:01:00.000Z',
  ]);
  expect(at('12:01:00.000')).toBe('things.tell:ann 2027-01-01T12:02:00.000Z');
  expect(at('12:00:30.000', 'ben')).toBe('things.tell:ben 2027-01-01T12:01:00.000Z');
});
