import { expect, test, vi } from 'vitest';
import { createLog } from '../../log/log.ts';
import { addressBehind, clientAddresses, openClientAddresses } from './client-address.ts';
import { isOwnOrigin } from './own-origin.ts';
import { proxiesOf, proxyProblems } from './trusted-proxies.ts';

const proxies = proxiesOf(['127.0.0.1', '10.0.0.2', '2001:db8::2']);

test('a forwarded address counts only as far as trusted proxies report it, from the right', () => {
  expect(addressBehind('198.51.100.7', '203.0.113.9', proxies)).toBe('198.51.100.7');
  expect(addressBehind('127.0.0.1', '1.1.1.1, 203.0.113.9', proxies)).toBe('203.0.113.9');
  expect(addressBehind('::ffff:127.0.0.1', 'forged, 203.0.113.9, 10.0.0.2', proxies)).toBe('203.0.113.9');
  expect(addressBehind('127.0.0.1', '', proxies)).toBe('127.0.0.1');
  expect(addressBehind('127.0.0.1', '10.0.0.2', proxies)).toBe('127.0.0.1');
});

test('a client has one address in any spelling of a proxy: the port of a connection is dropped', () => {
  const spelt = (text: string) => addressBehind('127.0.0.1', text, proxies);
  for (const text of [
    '203.0.113.9',
    '203.0.113.9:49152',
    '203.0.113.9:1',
    '::ffff:203.0.113.9',
    '::FFFF:203.0.113.9',
    '[::ffff:203.0.113.9]:8080',
  ])
    expect(spelt(text)).toBe('203.0.113.9');
  for (const text of ['2001:db8:1::9', '2001:DB8:1::9', '[2001:db8:1::9]', '[2001:db8:1::9]:49152'])
    expect(spelt(text)).toBe('2001:db8:1::9');
  // A trusted proxy is also recognised with a port.
  expect(spelt('203.0.113.9, 10.0.0.2:5000, [2001:db8::2]:443')).toBe('203.0.113.9');
});

test('a trusted proxy is an address, a network or a name, and an entry that never matches is refused with a message', () => {
  expect(proxyProblems(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', 'proxy', 'haproxy.internal', '::1'])).toEqual([]);
  for (const wrong of [
    '10.0.0.0/33',
    '10.0.0.300',
    '2001:db8::/129',
    '10.0.0.1/8/8',
    'http://proxy',
    'proxy:80',
    '10.0.0.*',
    '10.0.0.1-9',
    'a b',
  ])
    expect(proxyProblems([wrong]), wrong).toEqual([
      `TRUSTED_PROXIES has an invalid entry: ${wrong}. Use an IP address (10.0.0.2), a network (10.0.0.0/8) or a host name (proxy.internal).`,
    ]);
  for (const all of ['0.0.0.0/0', '::/0']) expect(proxyProblems([all])[0]).toContain('trusts every address');
  const networks = proxiesOf(['10.1.0.0/16', '2001:db8:1::/48', 'proxy'], ['192.168.7.2']);
  expect(addressBehind('::ffff:10.1.2.3', '198.51.100.7, 10.1.9.9', networks)).toBe('198.51.100.7');
  expect(addressBehind('2001:DB8:1::5', '198.51.100.7', networks)).toBe('198.51.100.7');
  expect(addressBehind('192.168.7.2', '198.51.100.7', networks)).toBe('198.51.100.7');
  expect(addressBehind('10.2.0.1', '198.51.100.7', networks)).toBe('10.2.0.1');
});

test('names are resolved at the start; one without an address is logged and resolved again', async () => {
  const logged: unknown[] = [];
  const log = { ...createLog('silent'), warn: (...entry: unknown[]) => void logged.push(entry) };
  const clients = await openClientAddresses(
    { mode: 'production', trustedProxies: ['localhost', 'no-such-proxy.invalid'] },
    log,
    20,
  );
  // The other name is trusted.
  expect(clients.of('127.0.0.1', (name) => (name === 'x-forwarded-for' ? '198.51.100.7' : undefined))).toBe(
    '198.51.100.7',
  );
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged[0])).toContain('no-such-proxy.invalid');
  await vi.waitFor(() => expect(logged.length).toBeGreaterThan(1), 5_000);
  clients.close();
});

test('behind an unknown proxy, production logs it once and uses no address', () => {
  const logged: unknown[] = [];
  const log = { ...createLog('silent'), error: (...entry: unknown[]) => void logged.push(entry) };
  const from = (mode: 'production' | 'sandbox', peer: string, headers: Record<string, string>) => {
    const clients = clientAddresses({ mode, trusted: proxiesOf([]) }, log);
    const address = clients.of(peer, (name) => headers[name]);
    clients.of(peer, (name) => headers[name]);
    return [address, clients.unnamedProxy()];
  };
  expect(from('production', '172.18.0.2', { 'x-forwarded-for': '198.51.100.7' })).toEqual(['', '172.18.0.2']);
  expect(from('production', '::1', { forwarded: 'for=198.51.100.7' })).toEqual(['', '::1']);
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged[0])).toContain('add 172.18.0.2 to TRUSTED_PROXIES');
  // A public peer with the header is the client, and so is a private peer without it; a sandbox needs no protection.
  expect(from('production', '203.0.113.5', { 'x-forwarded-for': '198.51.100.7' })).toEqual(['203.0.113.5', null]);
  expect(from('production', '172.18.0.2', {})).toEqual(['172.18.0.2', null]);
  expect(from('sandbox', '172.18.0.2', { 'x-forwarded-for': '198.51.100.7' })).toEqual(['172.18.0.2', null]);
  expect(logged).toHaveLength(2);
});

test('behind known proxies, a visitor of the same network has their own address', () => {
  const logged: unknown[] = [];
  const log = { ...createLog('silent'), error: (...entry: unknown[]) => void logged.push(entry) };
  const forwarded = (chain: string) => (name: string) => (name === 'x-forwarded-for' ? chain : undefined);
  const clients = clientAddresses({ mode: 'production', trusted: proxiesOf(['127.0.0.1', '10.0.0.2']) }, log);
  expect(clients.of('127.0.0.1', forwarded('192.168.1.20'))).toBe('192.168.1.20');
  expect(clients.of('::ffff:127.0.0.1', forwarded('203.0.113.9, 192.168.1.20, 10.0.0.2'))).toBe('192.168.1.20');
  expect([clients.unnamedProxy(), logged]).toEqual([null, []]);
  // An unknown proxy is ignored until it is named: its name may resolve to another address now.
  expect(clients.of('::ffff:10.0.0.3', forwarded('192.168.1.20'))).toBe('');
  expect(clients.unnamedProxy()).toBe('10.0.0.3');
  clients.trust(proxiesOf(['127.0.0.1']));
  expect(clients.unnamedProxy()).toBe('10.0.0.3');
  clients.trust(proxiesOf(['10.0.0.0/24']));
  expect([clients.unnamedProxy(), clients.of('10.0.0.3', forwarded('192.168.1.20'))]).toEqual([null, '192.168.1.20']);
});

test('in production only APP_URL is our own origin, independent of the Host header', () => {
  const production = { mode: 'production', appUrl: 'https://cards.example' } as const;
  expect(isOwnOrigin(production, 'https://cards.example', 'inner:3000')).toBe(true);
  for (const origin of ['http://cards.example', 'https://evil.example', 'https://cards.example:8443', 'null'])
    expect(isOwnOrigin(production, origin, origin.replace(/^\w+:\/\//, '')), origin).toBe(false);
  expect(
    isOwnOrigin({ mode: 'sandbox', appUrl: 'http://127.0.0.1:3000' }, 'http://localhost:3000', 'localhost:3000'),
  ).toBe(true);
});
