import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { notifyOpenSandbox } from './sandbox-note.server.ts';

test('pages outside the market’s frame say that strangers can reach the sandbox; what is no page stays as it is', async () => {
  const app = new Hono()
    .use(notifyOpenSandbox)
    .get('/page', (c) =>
      c.html('<!doctype html><html lang="en"><body class="x"><main>Mails</main></body></html>', 200, {
        'content-length': '76',
        vary: 'Cookie',
      }),
    )
    .get('/json', (c) => c.json({ page: '<body>' }))
    .get('/away', (c) => c.redirect('/page'));
  const page = await app.request('/page');
  expect(await page.text()).toMatch(
    /<body class="x"><aside [^>]*data-testid="sandbox-note"[^>]*>.*the site owner can read all emails.*<\/aside><main>/,
  );
  expect([page.status, page.headers.get('vary'), page.headers.get('content-length')]).toEqual([200, 'Cookie', null]);
  expect(await (await app.request('/json')).text()).toBe('{"page":"<body>"}');
  const away = await app.request('/away');
  expect([away.status, away.headers.get('location')]).toEqual([302, '/page']);
});
