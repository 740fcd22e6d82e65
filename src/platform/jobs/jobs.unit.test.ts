import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Platform } from '../platform.ts';
import { defineJob, newJob, runs } from './jobs.ts';

const greet = defineJob('people.greet', z.object({ name: z.string(), often: z.int().default(1) }), {
  formerly: ['person.greet'],
});
const none = {} as Platform;

describe('a typed job', () => {
  test('is stored with the fields of its schema and a key prefixed with its name', () => {
    const payload = { name: 'ann', often: 2, stray: true };
    expect(newJob(greet, payload, { key: 'ann' })).toEqual({
      task: 'people.greet',
      payload: { name: 'ann', often: 2 },
      key: 'people.greet:ann',
    });
  });

  test('throws at enqueue when its payload does not match, with the name of the field', () => {
    expect(() => newJob(greet, { name: 5 })).toThrow(/^job people\.greet: name: /);
  });

  test('does not run with a stored payload that does not match, and names the field', async () => {
    let ran = 0;
    const job = runs(greet, async () => ++ran);
    await expect(job.run(none, { often: 1 })).rejects.toThrow(/^job people\.greet: name: /);
    expect(ran).toBe(0);
  });

  test('accepts a payload of an older process without a newer field, and of a newer process with unknown fields', async () => {
    const payloads: unknown[] = [];
    const job = runs(greet, async (_platform, payload) => payloads.push(payload));
    await job.run(none, { name: 'ann' });
    await job.run(none, { name: 'ben', often: 3, language: 'fr' });
    expect(payloads).toEqual([
      { name: 'ann', often: 1 },
      { name: 'ben', often: 3 },
    ]);
  });
});
