import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { buildFolder } from '../rendering/pages.server.ts';

describe.skipIf(!existsSync(join(buildFolder, 'server/index.js')))('/offline-worker.js', () => {
  let market: TestMarket;
  beforeAll(async () => {
    market = await startTestMarket({ pages: true });
  });
  afterAll(() => market?.close());
  const worker = (headers: Record<string, string> = {}) => fetch(`${market.url}/offline-worker.js`, { headers });

  test('may reach this origin only, is revalidated at each request, and is sent only when changed', async () => {
    const answer = await worker();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
    const etag = answer.headers.get('etag') ?? '';
    expect((await worker({ 'if-none-match': etag })).status).toBe(304);
    expect((await worker({ 'if-none-match': '"of the release before"' })).status).toBe(200);
  });

  test('is the same text for a visitor and for a member, and names neither', async () => {
    const member = await market.signUp();
    const [own, ours] = await Promise.all([worker({ cookie: member.cookie }), worker()]);
    expect(await own.text()).toBe(await ours.text());
    expect(own.headers.get('set-cookie')).toBeNull();
  });

  test('carries a page whose own policy allows its scripts, its sheet and the font of the build, and no word of another place', async () => {
    const text = await (await worker()).text();
    const page: string = JSON.parse(/^const page = (.*);$/m.exec(text)?.[1] ?? '""');
    const headers: Record<string, string> = JSON.parse(/^const headers = (.*);$/m.exec(text)?.[1] ?? '{}');
    const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
    const hashes = await Promise.all(
      scripts.map(async (script) => {
        const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
        return `'sha256-${Buffer.from(digest).toString('base64')}'`;
      }),
    );
    expect(hashes).toHaveLength(2);
    for (const hash of hashes) expect(headers['content-security-policy']).toContain(hash);
    const fetched = [...page.matchAll(/url\("?([^")]+)/g)].map((match) => match[1] ?? '');
    expect(fetched).toHaveLength(1);
    expect((await fetch(market.url + fetched[0])).headers.get('content-type')).toBe('font/woff2');
    expect(page).not.toMatch(/https?:|src=/);
  });
});
