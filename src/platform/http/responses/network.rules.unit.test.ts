import { expect, test } from 'vitest';
import { network } from './network.rules.ts';

test('all addresses of an IPv6 customer share one count', () => {
  expect(network('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(network('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
  expect(network('2001:0DB8:0001:0002:ffff::')).toBe('2001:db8:1:2::/64');
  expect(network('2001:db8:1:3::1')).not.toBe(network('2001:db8:1:2::1'));
  expect(network('::1')).toBe('0:0:0:0::/64');
  expect(network('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  // The zone id is local and does not identify the peer.
  expect(network('fe80:1:2:3:4:5:6:7%eth0')).toBe(network('fe80:1:2:3:4:5:6:7%eth1'));
  expect(network('::ffff:203.0.113.7%eth0')).toBe('203.0.113.7');
});

test('an IPv4 address counts for itself, also in its IPv6 form', () => {
  expect(network('203.0.113.7')).toBe('203.0.113.7');
  expect(network('::ffff:203.0.113.7')).toBe('203.0.113.7');
});
