import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { definePolicy } from '../../policy/policy.ts';
import { type PageScope, requirePageActor, scopeContext } from '../page.ts';
import { pageAddress } from './page-address.ts';

const addressOf = (url: string) => pageAddress(new URL(url, 'http://market.test'));

test('[GD-02] the address of a page has no additions of the router', () => {
  expect(addressOf('/orders.data?tab=sold&_routes=orders%2Cpages')).toBe('/orders?tab=sold');
  expect(addressOf('/orders?index&tab=sold')).toBe('/orders?tab=sold');
  expect(addressOf('/orders.data?index=&_routes=x')).toBe('/orders');
  expect(addressOf('/_root.data?_routes=x')).toBe('/');
});

test('[GD-02] the page’s own parameters stay unchanged', () => {
  expect(addressOf('/browse?q=a+b&c=%20')).toBe('/browse?q=a+b&c=%20');
  expect(addressOf('/browse?index=3&_routes=x')).toBe('/browse?index=3');
});

const policy = definePolicy('a page', { open: { needs: 'member', by: 'each member', at: [] } });

test("[GD-02] a visitor who requests a member's data is redirected back to the page, not to the request", () => {
  const context = new RouterContextProvider();
  context.set(scopeContext, { actor: null } as PageScope);
  const request = new Request('http://market.test/orders.data?index&tab=sold&_routes=x');
  let thrown: unknown;
  try {
    requirePageActor({ context, request }, policy, 'open');
  } catch (error) {
    thrown = error;
  }
  expect((thrown as Response).headers.get('location')).toBe('/auth/sign-in?next=%2Forders%3Ftab%3Dsold');
});
