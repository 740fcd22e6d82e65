import { expect, test } from 'vitest';
import { addressBehind } from './client-address.ts';

const proxies = ['127.0.0.1', '10.0.0.2', '2001:db8::2'];

test('SE-8 an address counts only as far as trusted proxies say it, from the right', () => {
  expect(addressBehind('198.51.100.7', '203.0.113.9', proxies)).toBe('198.51.100.7');
  expect(addressBehind('127.0.0.1', '1.1.1.1, 203.0.113.9', proxies)).toBe('203.0.113.9');
  expect(addressBehind('::ffff:127.0.0.1', 'forged, 203.0.113.9, 10.0.0.2', proxies)).toBe('203.0.113.9');
  expect(addressBehind('127.0.0.1', '', proxies)).toBe('127.0.0.1');
  expect(addressBehind('127.0.0.1', '10.0.0.2', proxies)).toBe('127.0.0.1');
});

test('SE-8 one client is one address however a proxy writes it: a port of each connection makes no new one', () => {
  const spelt = (text: string) => addressBehind('127.0.0.1', text, proxies);
  for (const text of ['203.0.113.9', '203.0.113.9:49152', '203.0.113.9:1', '::ffff:203.0.113.9', '::FFFF:203.0.113.9', '[::ffff:203.0.113.9]:8080'])
    expect(spelt(text)).toBe('203.0.113.9');
  for (const text of ['2001:db8:1::9', '2001:DB8:1::9', '[2001:db8:1::9]', '[2001:db8:1::9]:49152']) expect(spelt(text)).toBe('2001:db8:1::9');
  // A proxy that is trusted is one with a port as well.
  expect(spelt('203.0.113.9, 10.0.0.2:5000, [2001:db8::2]:443')).toBe('203.0.113.9');
});
