import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { Refusal } from '#kernel/refusal.ts';
import { currentScene, type Scene } from '#platform/security-log/scene.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { identifyRequest, limitBody, strictTransport, withRequestScene } from './guards.ts';
import type { ApiEnv } from './requests/api.ts';

const at = (appUrl: string) => {
  const app = new Hono<ApiEnv>();
  app.use(identifyRequest, strictTransport(appUrl));
  app.get('/page', (c) => c.html('<p>own</p>', 200, { 'content-security-policy': "default-src 'self'" }));
  app.get('/call', (c) => c.json({ a: 1 }));
  return app;
};

test('an answer other than a page may load nothing, be framed nowhere and be sniffed as nothing else', async () => {
  for (const path of ['/call', '/nowhere']) {
    const { headers } = await at('https://cards.example.com').request(path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('content-type')).toMatch(/^(application\/json|text\/plain; charset=UTF-8)$/);
  }
  const page = await at('http://127.0.0.1:3000').request('/page');
  expect(page.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(page.headers.get('strict-transport-security')).toBeNull();
});

test('the security context outlives a request with its origin and without its answer', async () => {
  let scene: Scene | undefined;
  let answer: WeakRef<object> | undefined;
  const app = new Hono<ApiEnv>();
  app.use(
    identifyRequest,
    withRequestScene({
      security: {} as SecurityLog,
      clients: { of: (_peer, header) => header('x-forwarded-for') ?? '', unnamedProxy: () => null, close: () => {} },
    }),
  );
  app.get('/page', (c) => {
    scene = currentScene();
    answer = new WeakRef(c);
    return c.html('<p>own</p>');
  });
  expect((await app.request('/page', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(200);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // A dereferenced object is not collected before the tick ends.
  await expect
    .poll(() => {
      collect();
      return answer?.deref() === undefined;
    })
    .toBe(true);
  expect(scene?.address()).toBe('203.0.113.7');
});

test('a body is checked where its announced length is too large or missing; one within the limit is not', async () => {
  const app = new Hono<ApiEnv>();
  app.onError((error, c) => c.text('', error instanceof Refusal ? (error.status as 413) : 500));
  app.post('/call', limitBody(10), (c) => c.text('taken'));
  const send = async (length: number, headers: Record<string, string>) => {
    const request = new Request('http://market/call', { method: 'POST', body: 'x'.repeat(length), headers });
    const { body } = request;
    let looked = false;
    Object.defineProperty(request, 'body', {
      get: () => {
        looked = true;
        return body;
      },
    });
    return [(await app.request(request)).status, looked];
  };
  expect(await send(10, { 'content-length': '10' })).toEqual([200, false]);
  expect(await send(11, { 'content-length': '11' })).toEqual([413, true]);
  expect(await send(11, { 'transfer-encoding': 'chunked' })).toEqual([413, true]);
  expect(await send(11, { 'transfer-encoding': 'chunked', 'content-length': '10' })).toEqual([413, true]);
});
