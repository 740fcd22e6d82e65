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
    ['verified', true, 'Email confirmed', 'Thank you.'],
    ['done', true, 'Email confirmed', 'There is nothing left to do here.'],
    ['used', false, 'This link was used already', 'Each link works once.'],
    ['used', true, 'This link was used already', 'Your email address is confirmed already.'],
    ['expired', false, 'This link has expired', 'Ask for a new one.'],
    ['unknown', false, 'This link is not for your account', 'It belongs to another account'],
    ['waiting', false, 'Confirm your email', 'Open the link in the mail'],
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
      expect(said).toContain('It goes to mara@example.test.');
    }
  });

  test('explains the request when a confirmed address is required', () => {
    const need = 'Confirm your email address before you buy, sell, make an offer or write to somebody';
    expect(page('waiting', false, { isNeeded: true })).toContain(need);
    expect(page('waiting', false)).not.toContain(need);
  });
});
