import { afterEach, expect, test, vi } from 'vitest';
import { keepShown, type RenderedPage, showPage } from './keep-shown.ts';

const asked = (path: string, method = 'GET') => ({ request: new Request(`http://market.test${path}`, { method }) });
const noAnswer = { type: 'error', result: new TypeError('Failed to fetch') } as const;
const status = (status: number) =>
  ({ type: 'error', result: { status, statusText: '', internal: false, data: '' } }) as const;

let gone = () => {};
afterEach(() => gone());
function shows(state: Partial<RenderedPage> = {}, isKept = true) {
  const [missed, reached] = [vi.fn(), vi.fn()];
  const rendered = {
    pathname: '/listings/1',
    search: '?photo=2',
    loaderData: { page: 'shown', frame: 'frame' },
    isIdle: true,
    ...state,
  };
  gone = showPage({ rendered: () => rendered, missed, reached, isKept: () => isKept });
  return { missed, reached };
}

test.each([
  ['the network is gone', noAnswer],
  ['the market is starting', status(503)],
  ['the proxy has no market behind it', status(502)],
  [
    'the answer breaks off',
    { type: 'error', result: new Error('Unable to decode', { cause: new TypeError('network error') }) } as const,
  ],
])('[ST-10] what is read again while %s stays as it is shown', async (_, failed) => {
  const { missed, reached } = shows();
  const read = await keepShown(asked('/listings/1?photo=2'), async () => ({
    page: failed,
    frame: { type: 'data', result: 'newer' },
  }));
  expect(read).toEqual({ page: { type: 'data', result: 'shown' }, frame: { type: 'data', result: 'newer' } });
  expect([missed.mock.calls.length, reached.mock.calls.length]).toEqual([1, 0]);
  // It is reached again: whoever reads it until then stops.
  await keepShown(asked('/listings/1?photo=2'), async () => ({ page: { type: 'data', result: 'newer' } }));
  expect([missed.mock.calls.length, reached.mock.calls.length]).toEqual([1, 1]);
});

test.each([
  ['another page was wanted', '/listings/2', 'GET', noAnswer, {}],
  ['another part of it was wanted', '/listings/1?photo=3', 'GET', noAnswer, {}],
  ['a form was sent', '/listings/1?photo=2', 'POST', noAnswer, {}],
  ['it is not there any more', '/listings/1?photo=2', 'GET', status(404), {}],
  ['there is a fault in it', '/listings/1?photo=2', 'GET', status(500), {}],
  [
    'it came to nothing by itself',
    '/listings/1?photo=2',
    'GET',
    { type: 'error', result: new Error('no') } as const,
    {},
  ],
  [
    'a mistake of ours is in it',
    '/listings/1?photo=2',
    'GET',
    { type: 'error', result: new TypeError('x is not a function') } as const,
    {},
  ],
  ['somebody is on their way there, who has signed out', '/listings/1?photo=2', 'GET', status(503), { isIdle: false }],
  [
    'an error is shown already',
    '/listings/1?photo=2',
    'GET',
    noAnswer,
    { loaderData: { page: undefined, frame: 'frame' } },
  ],
  ['nothing was read of it before', '/listings/1?photo=2', 'GET', noAnswer, { loaderData: {} }],
])('[ST-10] an error is shown where %s', async (_, path, method, failed, state) => {
  const { missed } = shows(state);
  expect(await keepShown(asked(path, method), async () => ({ page: failed }))).toEqual({ page: failed });
  expect(missed).not.toHaveBeenCalled();
});

test('[ST-10] where no page hears of its news, or it is no longer its member’s, an error is shown', async () => {
  shows({}, false);
  expect(await keepShown(asked('/listings/1?photo=2'), async () => ({ page: noAnswer }))).toEqual({ page: noAnswer });
  gone();
  expect(await keepShown(asked('/listings/1?photo=2'), async () => ({ page: noAnswer }))).toEqual({ page: noAnswer });
});
