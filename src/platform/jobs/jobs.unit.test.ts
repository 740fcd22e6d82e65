import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Platform } from '../platform.ts';
import { defineJob, newJob, runs } from './jobs.ts';

const greet = defineJob('people.greet', z.object({ name: z.string(), often: z.int().default(1) }), {
  formerly: ['person.greet'],
});
const none = {} as Platform;

describe('a typed job', () => {
  test('is stored with what its definition knows, and a key of its own', () => {
    const notified = { name: 'ann', often: 2, stray: true };
    expect(newJob(greet, notified, { key: 'ann' })).toEqual({
      task: 'people.greet',
      payload: { name: 'ann', often: 2 },
      key: 'people.greet:ann',
    });
  });

  test('is refused where it is enqueued when its payload does not fit, with the name of the field', () => {
    expect(() => newJob(greet, { name: 5 })).toThrow(/^job people\.greet: name: /);
  });

  test('does not run with a stored payload that does not fit, and says which field', async () => {
    let ran = 0;
    const job = runs(greet, async () => ++ran);
    await expect(job.run(none, { often: 1 })).rejects.toThrow(/^job people\.greet: name: /);
    expect(ran).toBe(0);
  });

  test('understands what an older process stored without a newer field, and what a newer one stored with more', async () => {
    const notified: unknown[] = [];
    const job = runs(greet, async (_platform, payload) => notified.push(payload));
    await job.run(none, { name: 'ann' });
    await job.run(none, { name: 'ben', often: 3, language: 'fr' });
    expect(notified).toEqual([
      { name: 'ann', often: 1 },
      { name: 'ben', often: 3 },
    ]);
  });
});
