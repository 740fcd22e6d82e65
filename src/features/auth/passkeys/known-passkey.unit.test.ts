import { expect, test } from 'vitest';
import { isPasskeyKnown, knownCookie } from './known-passkey.server.ts';

test('the cookie of a browser that has used a passkey is bound to the host over https, and an older one still counts', () => {
  const cookie = knownCookie({ appUrl: 'https://cards.example.com' });
  expect(cookie).toMatch(/^__Host-sleeved_passkey=1; .*Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(knownCookie({ appUrl: 'http://127.0.0.1:3000' })).toMatch(/^sleeved_passkey=1; .*SameSite=Lax$/);
  expect(['a=1; __Host-sleeved_passkey=1', 'sleeved_passkey=1', 'sleeved_passkey=2', null].map(isPasskeyKnown)).toEqual(
    [true, true, false, false],
  );
});
