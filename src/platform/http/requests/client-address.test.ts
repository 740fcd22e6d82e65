import { expect, test, vi } from 'vitest';
import { createLog } from '../../log/log.ts';
import { addressBehind, clientAddresses, openClientAddresses } from './client-address.ts';
import { isOwnOrigin } from './own-origin.ts';
import { proxiesOf, proxyProblems } from './trusted-proxies.ts';

const proxies = proxiesOf(['127.0.0.1', '10.0.0.2', '2001:db8::2']);

test('an address counts only as far as trusted proxies say it, from the right', () => {
  expect(addressBehind('198.51.100.7', '203.0.113.9', proxies)).toBe('198.51.100.7');
  expect(addressBehind('127.0.0.1', '1.1.1.1, 203.0.113.9', proxies)).toBe('203.0.113.9');
  expect(addressBehind('::ffff:127.0.0.1', 'forged, 203.0.113.9, 10.0.0.2', proxies)).toBe('203.0.113.9');
  expect(addressBehind('127.0.0.1', '', proxies)).toBe('127.0.0.1');
  expect(addressBehind('127.0.0.1', '10.0.0.2', proxies)).toBe('127.0.0.1');
});

test('one client is one address however a proxy writes it: a port of each connection makes no new one', () => {
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
  // A proxy that is trusted is one with a port as well.
  expect(spelt('203.0.113.9, 10.0.0.2:5000, [2001:db8::2]:443')).toBe('203.0.113.9');
});

test('a trusted proxy is named by address, by network or by name, and what could never match is refused in a sentence', () => {
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
      `TRUSTED_PROXIES: ${wrong} is no address (10.0.0.2), no network (10.0.0.0/8) and no host name (proxy.internal)`,
    ]);
  for (const all of ['0.0.0.0/0', '::/0']) expect(proxyProblems([all])[0]).toContain('is everybody');
  const networks = proxiesOf(['10.1.0.0/16', '2001:db8:1::/48', 'proxy'], ['192.168.7.2']);
  expect(addressBehind('::ffff:10.1.2.3', '198.51.100.7, 10.1.9.9', networks)).toBe('198.51.100.7');
  expect(addressBehind('2001:DB8:1::5', '198.51.100.7', networks)).toBe('198.51.100.7');
  expect(addressBehind('192.168.7.2', '198.51.100.7', networks)).toBe('198.51.100.7');
  expect(addressBehind('10.2.0.1', '198.51.100.7', networks)).toBe('10.2.0.1');
});

test('the names are looked up at the start; one that has no address yet is said and looked up again', async () => {
  const said: unknown[] = [];
  const log = { ...createLog('silent'), warn: (...words: unknown[]) => void said.push(words) };
  const clients = await openClientAddresses(
    { mode: 'production', trustedProxies: ['localhost', 'no-such-proxy.invalid'] },
    log,
    20,
  );
  // The other name counts all the same.
  expect(clients.of('127.0.0.1', (name) => (name === 'x-forwarded-for' ? '198.51.100.7' : undefined))).toBe(
    '198.51.100.7',
  );
  expect(said).toHaveLength(1);
  expect(JSON.stringify(said[0])).toContain('no-such-proxy.invalid');
  await vi.waitFor(() => expect(said.length).toBeGreaterThan(1), 5_000);
  clients.close();
});

test('behind a proxy that nobody named, production says so once and takes nobody for it', () => {
  const said: unknown[] = [];
  const log = { ...createLog('silent'), error: (...words: unknown[]) => void said.push(words) };
  const from = (mode: 'production' | 'sandbox', peer: string, headers: Record<string, string>) => {
    const clients = clientAddresses({ mode, trusted: proxiesOf([]) }, log);
    const address = clients.of(peer, (name) => headers[name]);
    clients.of(peer, (name) => headers[name]);
    return [address, clients.unnamedProxy()];
  };
  expect(from('production', '172.18.0.2', { 'x-forwarded-for': '198.51.100.7' })).toEqual(['', '172.18.0.2']);
  expect(from('production', '::1', { forwarded: 'for=198.51.100.7' })).toEqual(['', '::1']);
  expect(said).toHaveLength(2);
  expect(JSON.stringify(said[0])).toContain('add 172.18.0.2 to TRUSTED_PROXIES');
  // A stranger who sends the header is a stranger; a peer without it is whoever it is; and a sandbox has nobody to
  // protect.
  expect(from('production', '203.0.113.5', { 'x-forwarded-for': '198.51.100.7' })).toEqual(['203.0.113.5', null]);
  expect(from('production', '172.18.0.2', {})).toEqual(['172.18.0.2', null]);
  expect(from('sandbox', '172.18.0.2', { 'x-forwarded-for': '198.51.100.7' })).toEqual(['172.18.0.2', null]);
  expect(said).toHaveLength(2);
});

test('behind proxies that are named, a visitor of the same network is who they are', () => {
  const said: unknown[] = [];
  const log = { ...createLog('silent'), error: (...words: unknown[]) => void said.push(words) };
  const forwarded = (chain: string) => (name: string) => (name === 'x-forwarded-for' ? chain : undefined);
  const clients = clientAddresses({ mode: 'production', trusted: proxiesOf(['127.0.0.1', '10.0.0.2']) }, log);
  expect(clients.of('127.0.0.1', forwarded('192.168.1.20'))).toBe('192.168.1.20');
  expect(clients.of('::ffff:127.0.0.1', forwarded('203.0.113.9, 192.168.1.20, 10.0.0.2'))).toBe('192.168.1.20');
  expect([clients.unnamedProxy(), said]).toEqual([null, []]);
  // One that is not named says nothing, until it is: its name may have another address now.
  expect(clients.of('::ffff:10.0.0.3', forwarded('192.168.1.20'))).toBe('');
  expect(clients.unnamedProxy()).toBe('10.0.0.3');
  clients.trust(proxiesOf(['127.0.0.1']));
  expect(clients.unnamedProxy()).toBe('10.0.0.3');
  clients.trust(proxiesOf(['10.0.0.0/24']));
  expect([clients.unnamedProxy(), clients.of('10.0.0.3', forwarded('192.168.1.20'))]).toEqual([null, '192.168.1.20']);
});

test('a page of ours is one of APP_URL in production, whatever the request says of its host', () => {
  const production = { mode: 'production', appUrl: 'https://cards.example' } as const;
  expect(isOwnOrigin(production, 'https://cards.example', 'inner:3000')).toBe(true);
  for (const origin of ['http://cards.example', 'https://evil.example', 'https://cards.example:8443', 'null'])
    expect(isOwnOrigin(production, origin, origin.replace(/^\w+:\/\//, '')), origin).toBe(false);
  expect(
    isOwnOrigin({ mode: 'sandbox', appUrl: 'http://127.0.0.1:3000' }, 'http://localhost:3000', 'localhost:3000'),
  ).toBe(true);
});
