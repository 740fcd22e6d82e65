import { expect, test } from 'vitest';
import { createKnownDevices } from './known-device.ts';

const secret = 'a secret of at least thirty-two characters';
const devices = createKnownDevices('https://market.example', [secret]);
const asSent = (setCookie: string) => setCookie.split(';')[0] ?? '';

test('a browser is known for the accounts that signed in there, for no others and with no other secret', () => {
  const cookie = asSent(devices.add('a_member_by_id', 'theme=dark'));
  expect(devices.find('a_member_by_id', `theme=dark; ${cookie}`)).toMatch(/^[0-9a-f]{18}$/);
  expect([
    devices.find('u2', cookie),
    devices.find('a_member_by_id', undefined),
    devices.find('a_member_by_id', 'theme=dark'),
  ]).toEqual([null, null, null]);
  expect(
    createKnownDevices('https://market.example', ['another secret of thirty-two characters']).find(
      'a_member_by_id',
      cookie,
    ),
  ).toBeNull();
  expect(cookie).not.toContain('a_member_by_id');
});

test('the device name changes at each sign-in, and up to five accounts of a household stay known', () => {
  let cookie = asSent(devices.add('u1', undefined));
  const first = devices.find('u1', cookie);
  for (const id of ['u2', 'u3', 'u4', 'u5']) cookie = asSent(devices.add(id, cookie));
  expect(devices.find('u1', cookie)).toBe(first);
  cookie = asSent(devices.add('u1', cookie));
  expect(devices.find('u1', cookie)).not.toBe(first);
  cookie = asSent(devices.add('u6', cookie));
  expect(['u1', 'u2', 'u6'].map((id) => devices.find(id, cookie) !== null)).toEqual([true, false, true]);
});

test('a changed, cut or forged cookie is ignored', () => {
  const [name, value = ''] = asSent(devices.add('u1', undefined)).split('=') as [string, string];
  const text = decodeURIComponent(value);
  for (const bad of [
    '',
    'x',
    text.slice(0, -1),
    `${text}x`,
    text.replace(/^./, '_'),
    `${text.slice(0, text.lastIndexOf('.'))}.`,
    '%E0%A4%A',
  ])
    expect(devices.find('u1', `${name}=${encodeURIComponent(bad)}`), bad).toBeNull();
});

test('the cookie is HttpOnly, and over https bound to the host', () => {
  expect(devices.add('u1', undefined)).toMatch(
    /^__Host-sleeved_device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});
