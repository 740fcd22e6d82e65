import { expect, test } from 'vitest';
import { guardedPrefix as guardedPrefixOf, guardPage, plainPath } from './guard.rules.ts';

const guarded = { under: ['/dashboard', '/messages', '/settings', '/listings/create'], alone: ['/profile'] };
const guardedPrefix = (pathname: string) => guardedPrefixOf(pathname, guarded);

const visitor = (pathname: string, search = '') => guardPage({ pathname, search, viewer: null, guarded });
const member = (pathname: string, needsCompletion = false) =>
  guardPage({ pathname, search: '', viewer: { needsCompletion }, guarded });

test.each([
  '/dashboard',
  '/dashboard/listings',
  '/profile',
  '/profile/',
  '/listings/create',
  '/listings/create/2',
  '/messages',
  '/messages/abc',
  '/settings',
  '/settings/security',
])('[GD-01] %s is guarded', (path) => expect(guardedPrefix(path)).not.toBeNull());

test.each([
  '/',
  '/profile/abc',
  '/profile/abc/reviews',
  '/listings/abc',
  '/listings',
  '/wanted',
  '/browse',
  '/auth/sign-in',
])('[GD-01] %s is not guarded', (path) => expect(guardedPrefix(path)).toBeNull());

test.each([
  '/profiles-of-note',
  '/settings-help',
  '/dashboards',
  '/messagesx',
  '/listings/create-guide',
  '/listings/created',
])('[GD-05] %s only begins alike', (path) => expect(guardedPrefix(path)).toBeNull());

const variants = [
  ...[
    '//dashboard',
    '/dashboard//',
    '/%64ashboard',
    '/%2564ashboard',
    '/DASHBOARD',
    '/Settings/',
    '/x/../settings',
    '/%2e%2e/settings',
    '/settings%2Fsecurity',
    '/settings\\security',
  ],
  ...[
    '/listings//create',
    '/listings/%63reate',
    '/listings%2fcreate',
    '/./messages',
    '/messages;x/..//messages',
    '/%2Fdashboard',
    '/profile//',
    '/%70rofile',
    '/profile/.',
    '/profile/abc/..',
  ],
];
test.each(variants)('[GD-05] %s reaches a guarded page and is guarded', (path) =>
  expect(guardedPrefix(path)).not.toBeNull());

test('[GD-05] malformed escapes are read verbatim', () => {
  expect(plainPath('/%zz/%c3%28/dashboard%')).toBe('/%zz/%c3%28/dashboard%');
  expect(guardedPrefix('/dashboard/%ff')).toBe('/dashboard');
});

test('[GD-02] a visitor is sent to sign in and returns to the page with its query', () => {
  expect(visitor('/dashboard', '?tab=offers&x=1')).toEqual({
    redirectTo: '/auth/sign-in?next=%2Fdashboard%3Ftab%3Doffers%26x%3D1',
  });
  expect(visitor('//evil.example/../dashboard')).toEqual({ redirectTo: '/auth/sign-in?next=%2Fdashboard' });
  expect(visitor('/profile/abc')).toBeNull();
  expect(visitor('/')).toBeNull();
});

test('[GD-02] the data request of a navigation is guarded like its page', () => {
  expect(visitor('/dashboard.data', '?_routes=x')).toEqual({ redirectTo: '/auth/sign-in?next=%2Fdashboard' });
  expect(visitor('/settings/security.data', '?a=1')).toEqual({
    redirectTo: '/auth/sign-in?next=%2Fsettings%2Fsecurity%3Fa%3D1',
  });
  expect(visitor('/_root.data')).toBeNull();
});

test('[GD-03] [RT-03] a flagged member is sent to complete the profile from every guarded page, and from no other page', () => {
  for (const path of ['/dashboard', '/profile', '/listings/create', '/messages', '/settings'])
    expect(member(path, true)?.redirectTo).toMatch(/^\/auth\/complete-profile(\?next=|$)/);
  for (const path of ['/auth/sign-in', '/auth/sign-up'])
    expect(member(path, true)).toEqual({ redirectTo: '/auth/complete-profile' });
  for (const path of ['/', '/browse', '/profile/abc', '/auth/complete-profile', '/auth/verify-email'])
    expect(member(path, true)).toBeNull();
  for (const path of ['/auth/sign-in', '/auth/sign-up'])
    expect(member(path, true)).toEqual({ redirectTo: '/auth/complete-profile' });
});

test('[GD-03] [RP-07] a flagged member continues to the requested page', () => {
  expect(member('/dashboard', true)).toEqual({ redirectTo: '/auth/complete-profile' });
  expect(member('/settings/security', true)).toEqual({
    redirectTo: '/auth/complete-profile?next=%2Fsettings%2Fsecurity',
  });
  const search = '?tab=a&_routes=x';
  expect(
    guardPage({ pathname: '//settings/security.data', search, viewer: { needsCompletion: true }, guarded }),
  ).toEqual({
    redirectTo: '/auth/complete-profile?next=%2Fsettings%2Fsecurity%3Ftab%3Da',
  });
});

test('[RT-02] [RT-03] a signed-in member is redirected from the sign-in pages, and a complete one from the completion page', () => {
  for (const path of ['/auth/sign-in', '/auth/sign-up/', '/auth/complete-profile', '//auth/sign-in'])
    expect(member(path)).toEqual({ redirectTo: '/dashboard' });
  expect(member('/dashboard')).toBeNull();
});

test('[RT-03] [RT-04] completing a profile and confirming an e-mail need a member', () => {
  expect(visitor('/auth/complete-profile')).toEqual({ redirectTo: '/auth/sign-in?next=%2Fauth%2Fcomplete-profile' });
  expect(visitor('/auth/verify-email', '?token=abc')).toEqual({
    redirectTo: '/auth/sign-in?next=%2Fauth%2Fverify-email%3Ftoken%3Dabc',
  });
});
