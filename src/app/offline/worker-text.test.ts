import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { workerText } from './worker-text.ts';

interface Happening {
  request?: { url: string; mode: string; method: string };
  preloadResponse?: Promise<unknown>;
  addRoutes?(rule: unknown): Promise<void>;
  data?: { json(): unknown };
  notification?: { data: { link: string }; close(): void };
  waitUntil?(work: Promise<unknown>): void;
  respondWith?(answer: Promise<unknown>): void;
}

interface Device {
  shown?: unknown[];
  opened?: string[];
  /** Addresses of open windows; those focused are added to `focused`. */
  windows?: string[];
  focused?: string[];
}

/** The worker as the browser runs it: its text, in a scope of its own that has nothing but what a worker gets here. */
function startWorker(
  fetch: (request: unknown) => Promise<unknown>,
  preload?: { enable(): Promise<void> },
  device: Device = {},
) {
  const listeners = new Map<string, (event: Happening) => void>();
  const scope = createContext({
    addEventListener: (type: string, listener: (event: Happening) => void) => void listeners.set(type, listener),
    skipWaiting: () => {},
    registration: {
      ...(preload ? { navigationPreload: preload } : {}),
      showNotification: async (title: string, options: object) => void device.shown?.push({ title, ...options }),
    },
    clients: {
      matchAll: async () =>
        (device.windows ?? []).map((url) => ({ url, focus: async () => void device.focused?.push(url) })),
      openWindow: async (url: string) => void device.opened?.push(url),
    },
    location: { origin: 'https://market.test' },
    fetch,
    Response,
    URL,
  });
  runInContext(workerText({ page: '<h1>You are offline</h1>', headers: { 'cache-control': 'no-store' } }), scope);
  const waits = async (type: string, event: Happening = {}) => {
    let work: Promise<unknown> | undefined;
    listeners.get(type)?.({
      ...event,
      waitUntil: (given) => {
        work = given;
      },
    });
    await work;
  };
  return {
    install: (event: Happening = {}) => waits('install', event),
    activate: () => waits('activate'),
    push: (data: unknown) => waits('push', { data: { json: () => data } }),
    press: (link: string) => waits('notificationclick', { notification: { data: { link }, close: () => {} } }),
    /** What the worker answers; undefined where it leaves the request to the browser. */
    asked: async (
      request: Partial<Happening['request']>,
      preloadResponse: Promise<unknown> = Promise.resolve(undefined),
    ) => {
      preloadResponse.catch(() => {});
      let answer: Promise<unknown> | undefined;
      listeners.get('fetch')?.({
        request: { url: 'https://market.test/browse?q=a', mode: 'navigate', method: 'GET', ...request },
        preloadResponse,
        respondWith: (given) => {
          answer = given;
        },
      });
      return (await answer) as Response | undefined;
    },
  };
}

const failing = () => Promise.reject(new TypeError('Failed to fetch'));

test('a page that can be reached is the network’s own answer, whatever it says', async () => {
  const answers = [new Response('page'), new Response('gone', { status: 410 }), new Response(null, { status: 500 })];
  for (const answer of answers) {
    expect(await startWorker(async () => answer).asked({})).toBe(answer);
    // The request that was on its way already is not made a second time.
    expect(await startWorker(failing).asked({}, Promise.resolve(answer))).toBe(answer);
  }
});

test('a page that cannot be reached is the offline page, with status 503 and not cached', async () => {
  for (const preload of [undefined, failing()]) {
    const answer = await startWorker(failing).asked({}, preload);
    expect([answer?.status, answer?.headers.get('cache-control'), await answer?.text()]).toEqual([
      503,
      'no-store',
      '<h1>You are offline</h1>',
    ]);
  }
});

test.each([
  ['a form', { method: 'POST' }],
  ['data', { mode: 'cors' }],
  ['a script, a picture', { mode: 'no-cors' }],
  ['the live channel', { mode: 'websocket' }],
])('%s is left to the browser', async (_what, request) => {
  let fetched = 0;
  const worker = startWorker(async () => fetched++);
  expect(await worker.asked(request)).toBeUndefined();
  expect(fetched).toBe(0);
});

test.each([
  '/api/export',
  '/api',
  '/sandbox/stripe/checkout/cs_1',
  '/assets/a.js',
  '/metrics',
  '/sitemap.xml',
])('%s is no page: its failure is the browser’s to tell', async (path) => {
  const answer = await startWorker(failing).asked({ url: `https://market.test${path}` });
  expect(answer?.type).toBe('error');
});

test.each(['/', '/apis', '/sandboxes', '/profile/api', '/listings/a1?next=/api/x.js'])('%s is a page', async (path) => {
  expect((await startWorker(failing).asked({ url: `https://market.test${path}` }))?.status).toBe(503);
});

test('uses navigation preload and bypasses all but navigations where the browser supports both', async () => {
  let preloads = 0;
  const rules: unknown[] = [];
  const worker = startWorker(failing, { enable: async () => void preloads++ });
  await worker.install({ addRoutes: async (rule) => void rules.push(rule) });
  await worker.activate();
  expect(preloads).toBe(1);
  expect(rules).toEqual([
    {
      condition: { or: [{ requestMode: 'cors' }, { requestMode: 'no-cors' }, { requestMode: 'same-origin' }] },
      source: 'network',
    },
  ]);
});

test('a browser that knows neither, or refuses the rule, gets the worker all the same', async () => {
  const old = startWorker(failing);
  await expect(old.install()).resolves.toBeUndefined();
  await expect(old.activate()).resolves.toBeUndefined();
  await expect(
    startWorker(failing).install({ addRoutes: () => Promise.reject(new TypeError('unknown condition')) }),
  ).resolves.toBeUndefined();
});

test('[RT-11] what is pushed is shown under its name, and a press opens its page: a window that is there, or a new one, and never another place', async () => {
  const device = { shown: [], opened: [], focused: [], windows: ['https://market.test/orders/1'] };
  const worker = startWorker(failing, undefined, device);
  await worker.push({ title: 'You sold Tinker Bell', link: '/orders/2', tag: 'sold' });
  expect(device.shown).toEqual([
    { title: 'You sold Tinker Bell', tag: 'sold', data: { link: '/orders/2' }, icon: '/icon.svg' },
  ]);
  for (const link of ['/orders/2', '/orders/1', '//evil.example/', 'https://evil.example/']) await worker.press(link);
  expect([device.opened, device.focused]).toEqual([['https://market.test/orders/2'], ['https://market.test/orders/1']]);
});
