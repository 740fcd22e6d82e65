import { afterEach, expect, test, vi } from 'vitest';
import { keepShown, type RenderedPage, showPage } from './keep-shown.ts';

const readOf = (path: string, method = 'GET') => ({ request: new Request(`http://app.test${path}`, { method }) });
const networkError = { type: 'error', result: new TypeError('Failed to fetch') } as const;
const status = (status: number) =>
  ({ type: 'error', result: { status, statusText: '', internal: false, data: '' } }) as const;

let gone = () => {};
afterEach(() => gone());
function shows(state: Partial<RenderedPage> = {}, isRetained = true) {
  const [missed, reached] = [vi.fn(), vi.fn()];
  const rendered = {
    pathname: '/listings/1',
    search: '?photo=2',
    loaderData: { page: 'shown', frame: 'frame' },
    isIdle: true,
    ...state,
  };
  gone = showPage({ rendered: () => rendered, missed, reached, isRetained: () => isRetained });
  return { missed, reached };
}

test.each([
  ['the network is gone', networkError],
  ['the server is starting', status(503)],
  ['the proxy has no server', status(502)],
  [
    'the answer breaks off',
    { type: 'error', result: new Error('Unable to decode', { cause: new TypeError('network error') }) } as const,
  ],
])('[ST-10] a failed reload keeps the rendered data while %s', async (_, failed) => {
  const { missed, reached } = shows();
  const read = await keepShown(readOf('/listings/1?photo=2'), async () => ({
    page: failed,
    frame: { type: 'data', result: 'newer' },
  }));
  expect(read).toEqual({ page: { type: 'data', result: 'shown' }, frame: { type: 'data', result: 'newer' } });
  expect([missed.mock.calls.length, reached.mock.calls.length]).toEqual([1, 0]);
  // Reached again: the pending reload stops.
  await keepShown(readOf('/listings/1?photo=2'), async () => ({ page: { type: 'data', result: 'newer' } }));
  expect([missed.mock.calls.length, reached.mock.calls.length]).toEqual([1, 1]);
});

test.each([
  ['it is a navigation to another page', '/listings/2', 'GET', networkError, {}],
  ['it is a navigation to other parameters', '/listings/1?photo=3', 'GET', networkError, {}],
  ['it is a form submission', '/listings/1?photo=2', 'POST', networkError, {}],
  ['the page is gone', '/listings/1?photo=2', 'GET', status(404), {}],
  ['the server failed', '/listings/1?photo=2', 'GET', status(500), {}],
  ['it was aborted', '/listings/1?photo=2', 'GET', { type: 'error', result: new Error('no') } as const, {}],
  [
    'it contains an error of the app',
    '/listings/1?photo=2',
    'GET',
    { type: 'error', result: new TypeError('x is not a function') } as const,
    {},
  ],
  [
    'the member has signed out and the page navigates there',
    '/listings/1?photo=2',
    'GET',
    status(503),
    { isIdle: false },
  ],
  [
    'the page shows an error already',
    '/listings/1?photo=2',
    'GET',
    networkError,
    { loaderData: { page: undefined, frame: 'frame' } },
  ],
  ['it had no data before', '/listings/1?photo=2', 'GET', networkError, { loaderData: {} }],
])('[ST-10] an error is shown where %s', async (_, path, method, failed, state) => {
  const { missed } = shows(state);
  expect(await keepShown(readOf(path, method), async () => ({ page: failed }))).toEqual({ page: failed });
  expect(missed).not.toHaveBeenCalled();
});

test('[ST-10] without live events, or after the session’s end, the error is shown', async () => {
  shows({}, false);
  expect(await keepShown(readOf('/listings/1?photo=2'), async () => ({ page: networkError }))).toEqual({
    page: networkError,
  });
  gone();
  expect(await keepShown(readOf('/listings/1?photo=2'), async () => ({ page: networkError }))).toEqual({
    page: networkError,
  });
});
