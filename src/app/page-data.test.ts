import * as fc from 'fast-check';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
// What a browser reads a page's data with: the framework exports it to itself alone.
import { decodeViaTurboStream } from '../../node_modules/react-router/dist/production/lib/dom/ssr/single-fetch.js';
import { dataText, takeLoaded, takingLoader } from './page-data.server.ts';

const read = async (text: string): Promise<unknown> => {
  const decoded = await decodeViaTurboStream(new Blob([text]).stream(), globalThis);
  await decoded.done;
  return decoded.value;
};

test('[10-3] a browser reads of a page’s data what the loaders brought, whatever stands in them', async () => {
  const plain = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined, 0, -0, 1, '', '0', 'constructor', '__proto__', '\u2028', '"\\'),
    fc.date(),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      plain,
      fc.array(tie('any')),
      fc.sparseArray(tie('any'), { maxLength: 5, noTrailingHole: true }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie('any'), { noNullPrototype: true }),
      fc.array(fc.tuple(fc.string(), tie('any'))).map((all) => new Map(all)),
      fc.uniqueArray(plain).map((all) => new Set(all)),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(value, async (brought) => {
      const state = { loaderData: { root: brought, twice: [brought, brought] }, actionData: null, errors: null };
      expect(await read(dataText(state))).toStrictEqual(state);
    }),
    { numRuns: 300 },
  );
});

test('[10-3] what says the same stands in a page’s data once', () => {
  const tile = (id: string) => ({ id, post: { amount: 150, currency: 'EUR' }, widths: [160, 320], at: new Date(5), none: [] });
  const text = dataText([tile('a'), tile('b'), tile('c')]);
  for (const once of [/"D"/g, /"currency"/g, /\[\]/g]) expect(text.match(once)).toHaveLength(1);
  expect(JSON.parse(text)).toHaveLength(new Set(JSON.parse(text).map((part: unknown) => JSON.stringify(part))).size);
});

test('[10-3] what could not be read by a browser is refused where the page is made', () => {
  const none = [() => 1, Symbol('x'), 1n, Promise.resolve(1), new URL('http://a.test'), /a/, new Uint8Array(1), new (class Mine {})()];
  for (const strange of none) expect(() => dataText({ strange })).toThrow(/a page's data hold a/);
});

test('[10-3] refusals and faults of a page arrive as what the framework makes of its own', async () => {
  const gone = { status: 410, statusText: '', internal: false, data: { message: 'Gone.' } };
  const told = Object.assign(new RangeError('as the framework says it'), { stack: undefined });
  const state = { errors: { a: gone, b: new RangeError('far'), c: told } };
  const { errors } = (await read(dataText(state))) as { errors: Record<string, Error> };
  expect(errors.a).toMatchObject({ status: 410, data: { message: 'Gone.' } });
  expect(errors.b).toBeInstanceOf(RangeError);
  // Neither words nor places of ours, where it was not the framework that handed it on.
  expect([errors.b?.message, errors.c?.message]).toEqual(['Unexpected Server Error', 'as the framework says it']);
  expect(dataText(state)).not.toContain('page-data.test');
});

test('[10-3] what a loader brings goes to the request that asked, and the framework gets its status and its headers alone', async () => {
  const load = takingLoader('page', () => ({ type: 'DataWithResponseInit', data: { id: 'a' }, init: { status: 410 } }));
  const loaded = new Map<string, unknown>();
  const context = new RouterContextProvider();
  takeLoaded(context, loaded);
  expect(await load({ context })).toEqual({ type: 'DataWithResponseInit', data: null, init: { status: 410 } });
  expect(loaded).toEqual(new Map([['page', { id: 'a' }]]));
  expect(await load({ context: new RouterContextProvider() })).toMatchObject({ data: { id: 'a' } });
  const redirect = Response.redirect('http://market.test/');
  expect(await takingLoader('page', () => redirect)({ context })).toBe(redirect);
});
