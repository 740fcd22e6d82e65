import { expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import type { Platform } from '#platform/platform.ts';
import { createHealthApp } from './health.server.ts';

test('the numbers of a process are for its own machine or a request with the token', async () => {
  const token = 'a-token-of-a-monitor';
  const health = { isReady: async () => [], degraded: () => [], metrics: async () => 'sleeved_up 1\n' };
  const appWith = (metricsToken: string | null) =>
    createHealthApp({ config: { metricsToken }, log: createLog('silent') } as unknown as Platform, health);
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}, app = appWith(token)) =>
    (await app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })).status;
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await ask(own), own).toBe(200);
  // A proxy on this machine speaks for others.
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect(await ask('127.0.0.1', { [header]: '127.0.0.1' }), header).toBe(403);
  expect(await ask('10.0.0.9')).toBe(403);
  expect(await ask('10.0.0.9', { authorization: 'Bearer guessed' })).toBe(403);
  expect(await ask('10.0.0.9', { authorization: `Bearer ${token}` })).toBe(200);
  for (const authorization of ['Bearer null', 'Bearer ', ''])
    expect(await ask('10.0.0.9', { authorization }, appWith(null))).toBe(403);
});
