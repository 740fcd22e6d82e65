import { expect, test } from 'vitest';
import { noFacts } from './contract.ts';
import { presentMemberProfile, presentPublicProfile, presentSeller } from './members.present.server.ts';
import type { profile } from './model/members.tables.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
/** Each field has a unique value, so that swapped fields are detected. */
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
  numberFormat: null,
  displayCurrency: null,
  timeZone: null,
  density: 'compact',
  motion: 'less',
  games: ['magic'],
  theme: 'midnight',
  accountTier: 'premium',
  sellerKind: 'trader',
  totalSales: 7,
  saleBuyers: 3,
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
const user = { email: 'mara@example.test', emailVerified: true, role: 'member' } as Parameters<
  typeof presentMemberProfile
>[1];
const social = { youtube: 'https://youtube.com/@m', twitter: 'https://x.com/m', facebook: 'https://facebook.com/m' };

test('[EN-01] the owner reads every field, each from its own column', () => {
  expect(presentMemberProfile(row, user, null)).toEqual({
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
    numberFormat: null,
    displayCurrency: null,
    timeZone: null,
    density: 'compact',
    motion: 'less',
    games: ['magic'],
    theme: 'midnight',
    tutorialPreferences: { firstSale: true },
    role: 'member',
    vacation: null,
    version: 9,
  });
  expect(presentMemberProfile({ ...row, profileCompleted: false, needsCompletion: true }, user, null)).toMatchObject({
    profileCompleted: false,
    needsProfileCompletion: true,
  });
});

test('[EN-01] all others read the fields that the specification names, and the contact only when the owner publishes it', () => {
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
    sellerKind: 'trader',
    vacation: null,
  };
  expect(presentPublicProfile(row, null, at(5))).toEqual(shown);
  expect(presentPublicProfile({ ...row, contactVisible: true }, null, at(5))).toEqual({
    ...shown,
    contact: 'signal: 42',
  });
  expect(presentPublicProfile({ ...row, accountTier: 'free' }, null, at(5))).toMatchObject({
    tier: 'free',
    badge: null,
  });
  expect(presentPublicProfile({ ...row, avatarUrl: null }, null, at(5)).avatarUrl).toBe(
    'https://photos.example/google.jpg',
  );
  expect(presentSeller(row)).toEqual({
    id: 'u1',
    username: 'Mara',
    avatarUrl: '/avatars/own.webp',
    rating: 4.5,
    totalSales: 7,
    tier: 'premium',
  });
});

test('a vacation is public while it lasts, and visible to its owner before', () => {
  const vacation = {
    id: 'v1',
    memberId: 'u1',
    startsAt: at(5),
    endsAt: at(9),
    note: 'Skiing',
    endedAt: null,
    createdAt: at(4),
  };
  const said = { from: '2026-01-05T00:00:00.000Z', to: '2026-01-09T00:00:00.000Z', note: 'Skiing' };
  expect(presentMemberProfile(row, user, vacation).vacation).toEqual(said);
  expect([4, 5, 8, 9].map((day) => presentPublicProfile(row, vacation, at(day)).vacation)).toEqual([
    null,
    said,
    said,
    null,
  ]);
});
