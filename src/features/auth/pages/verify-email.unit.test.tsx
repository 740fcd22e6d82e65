import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import VerifyEmailPage from './verify-email.tsx';

const path = '/auth/verify-email';

describe('[RT-04] the page of a verification link', () => {
  const page = (state: string, isVerified: boolean, more: object = {}) => {
    const data = { email: 'mara@example.test', isVerified, state, next: '/orders', isNeeded: false, ...more };
    const Page = createRoutesStub([{ id: 'page', path, Component: VerifyEmailPage, loader: () => data }]);
    return renderToStaticMarkup(<Page initialEntries={[path]} hydrationData={{ loaderData: { page: data } }} />);
  };

  test.each([
    ['verified', true, 'Email confirmed', 'You can now buy, sell'],
    ['done', true, 'Email confirmed', 'Your email is already confirmed.'],
    ['used', false, 'This link was already used', 'Each link works once.'],
    ['used', true, 'This link was already used', 'Your email is already confirmed.'],
    ['expired', false, 'This link has expired', 'Request a new one.'],
    ['unknown', false, 'This link isn’t for your account', 'The link is for another account or an old email'],
    ['waiting', false, 'Confirm your email', 'Open the link from our email'],
  ])('%s (confirmed: %s) has its own words, and a way on or another mail', (state, isVerified, title, lead) => {
    const said = page(state, isVerified);
    expect(said).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(said).toContain(lead);
    if (isVerified) {
      expect(said).toContain('href="/orders"');
      expect(said).not.toContain('<form');
    } else {
      expect(said).toMatch(/<form[^>]*method="post"/);
      expect(said).toContain(state === 'waiting' ? 'Send verification email' : 'Send a new link');
      expect(said).toContain('We’ll send it to mara@example.test.');
    }
  });

  test('explains the request when a confirmed address is required', () => {
    const need = 'Confirm your email before you buy, sell, make offers or send messages';
    expect(page('waiting', false, { isNeeded: true })).toContain(need);
    expect(page('waiting', false)).not.toContain(need);
  });
});
