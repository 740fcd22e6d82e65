import { expect, test } from 'vitest';
import { noFacts } from './contract.ts';
import { presentMemberProfile, presentPublicProfile, presentSeller } from './members.present.server.ts';
import type { profile } from './members.tables.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
/** Each field has a value that no other has, so that none can stand in for another. */
const row: typeof profile.$inferSelect = {
  userId: 'u1',
  username: 'Mara',
  displayName: 'Mara L.',
  bio: 'Old cards.',
  location: 'Lyon',
  avatarUrl: '/avatars/own.webp',
  photoUrl: 'https://photos.example/google.jpg',
  contact: 'signal: 42',
  contactVisible: false,
  socialYoutube: 'https://youtube.com/@m',
  socialTwitter: 'https://x.com/m',
  socialFacebook: 'https://facebook.com/m',
  authProvider: 'google',
  profileCompleted: true,
  needsCompletion: false,
  onboardingCompleted: true,
  tutorialPreferences: { firstSale: true },
  theme: 'midnight',
  accountTier: 'premium',
  totalSales: 7,
  rating: 4.5,
  ratingCount: 2,
  facts: { ...noFacts, orders: { value: 5, sample: 5, days: 365 } },
  verificationSentAt: at(2),
  joinDate: at(1),
  lastSignIn: at(3),
  lastUpdated: at(4),
  version: 9,
  deletedAt: null,
};
const user = { email: 'mara@example.test', emailVerified: true, role: 'member' } as Parameters<typeof presentMemberProfile>[1];
const social = { youtube: 'https://youtube.com/@m', twitter: 'https://x.com/m', facebook: 'https://facebook.com/m' };

test('[EN-01] the owner reads every field, each from its own column', () => {
  expect(presentMemberProfile(row, user)).toEqual({
    id: 'u1',
    uid: 'u1',
    email: 'mara@example.test',
    username: 'Mara',
    displayName: 'Mara L.',
    joinDate: '2026-01-01T00:00:00.000Z',
    totalSales: 7,
    rating: 4.5,
    ratingCount: 2,
    bio: 'Old cards.',
    location: 'Lyon',
    avatarUrl: '/avatars/own.webp',
    photoURL: 'https://photos.example/google.jpg',
    contact: 'signal: 42',
    contactVisible: false,
    isEmailVerified: true,
    verificationSentAt: '2026-01-02T00:00:00.000Z',
    profileCompleted: true,
    needsProfileCompletion: false,
    onboardingCompleted: true,
    lastUpdated: '2026-01-04T00:00:00.000Z',
    lastSignIn: '2026-01-03T00:00:00.000Z',
    authProvider: 'google',
    social,
    accountTier: 'premium',
    tier: 'premium',
    badge: 'star',
    theme: 'midnight',
    tutorialPreferences: { firstSale: true },
    role: 'member',
    version: 9,
  });
  expect(presentMemberProfile({ ...row, profileCompleted: false, needsCompletion: true }, user)).toMatchObject({
    profileCompleted: false,
    needsProfileCompletion: true,
  });
});

test('[EN-01] everybody else reads what the specification names, and the contact only where the owner shows it', () => {
  const shown = {
    id: 'u1',
    username: 'Mara',
    displayName: 'Mara L.',
    bio: 'Old cards.',
    location: 'Lyon',
    avatarUrl: '/avatars/own.webp',
    social,
    contact: null,
    totalSales: 7,
    rating: 4.5,
    ratingCount: 2,
    facts: row.facts,
    joinDate: '2026-01-01T00:00:00.000Z',
    tier: 'premium',
    badge: 'star',
  };
  expect(presentPublicProfile(row)).toEqual(shown);
  expect(presentPublicProfile({ ...row, contactVisible: true })).toEqual({ ...shown, contact: 'signal: 42' });
  expect(presentPublicProfile({ ...row, accountTier: 'free' })).toMatchObject({ tier: 'free', badge: null });
  expect(presentPublicProfile({ ...row, avatarUrl: null }).avatarUrl).toBe('https://photos.example/google.jpg');
  expect(presentSeller(row)).toEqual({ id: 'u1', username: 'Mara', avatarUrl: '/avatars/own.webp', rating: 4.5, totalSales: 7, tier: 'premium' });
});
