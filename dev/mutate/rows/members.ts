// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const entry = 'src/features/auth';
const members = 'src/features/members';
const present = [`${members}/members.present.test.ts`];
const names = [`${members}/profile/username.rules.test.ts`];
const ownProfile = [`${entry}/own-profile/profile.api.test.ts`];

export const memberRows: readonly Mutation[] = [
  ...planted(
    { area: 'members', row: 'EN-01', file: `${members}/members.present.server.ts`, tests: present },
    ['a contact is shown to everybody', 'row.contactVisible ? row.contact : null', 'row.contact'],
    ['Google’s picture is not told', 'photoURL: row.photoUrl', 'photoURL: row.avatarUrl'],
    ['how somebody signs in is not told', 'authProvider: row.authProvider', "authProvider: 'unknown'"],
    ['complete is told where it is not', 'needsProfileCompletion: row.needsCompletion', 'needsProfileCompletion: !row.profileCompleted && false'],
    ['a confirmed address is not told', 'isEmailVerified: user.emailVerified', 'isEmailVerified: false'],
    ['the last sign-in is the last change', 'lastSignIn: row.lastSignIn', 'lastSignIn: row.lastUpdated'],
    ['twitter is facebook', 'twitter: row.socialTwitter', 'twitter: row.socialFacebook'],
    ['the own picture gives way', 'row.avatarUrl ?? row.photoUrl', 'row.photoUrl ?? row.avatarUrl'],
    ['a tour that was taken is offered again', 'tutorialPreferences: row.tutorialPreferences', 'tutorialPreferences: {}'],
    ['the theme of the profile is lost', 'themes.find((known) => known === row.theme) ?? null', 'null'],
  ),
  ...planted(
    { area: 'members', row: 'EN-03', file: `${members}/profile/username.rules.ts`, tests: names },
    ['a name that looks like admin is free', "1: 'l', 3", '3'],
    ['underscores make a reserved name free', ".replaceAll('_', '')\n    .replace(/[0134578i]/g", '.replace(/[0134578i]/g'],
    ['the market’s own name is free', '(bones === brand || ', '('],
  ),
  ...planted(
    { area: 'members', row: 'VA-11', file: `${members}/profile/username.rules.ts`, tests: names },
    ['a name of two letters', 'usernameMin = 3', 'usernameMin = 2'],
    ['a name of 31 letters', 'usernameMax = 30', 'usernameMax = 31'],
    ['a name of underscores', "if (!/[A-Za-z0-9]/.test(username)) return 'Username needs at least one letter or digit.';", ''],
  ),
  ...planted(
    {
      area: 'members',
      row: 'VA-06',
      file: `${members}/profile/start-profile.server.ts`,
      tests: ['src/features/auth/sign-up/sign-up.api.test.ts'],
      only: 'VA-06',
    },
    ['a profile without a place is complete', 'const isComplete = Boolean(location);', 'const isComplete = true;'],
  ),
  ...planted(
    {
      area: 'members',
      row: 'VA-06',
      file: `${members}/profile/update-profile.server.ts`,
      tests: ['src/features/auth/sign-up/sign-up.api.test.ts'],
      only: 'VA-06',
    },
    ['completing takes no flag away', 'profileCompleted: true, needsCompletion: false', 'profileCompleted: true'],
  ),
  ...planted(
    {
      area: 'members',
      row: 'VA-02',
      file: `${members}/profile/username-registry.server.ts`,
      tests: ['src/features/auth/own-profile/profile.api.test.ts'],
      only: 'VA-02',
    },
    ['the name of somebody else is given up', 'if (taken && taken.uid !== userId) throw usernameTaken();', ''],
    ['a race for a name is a fault', "if (constraint === 'username_registry_pkey') throw usernameTaken();", ''],
  ),
  ...planted(
    { area: 'members', row: 'VA-05', file: `${members}/profile/username.rules.ts`, tests: names },
    ['a made-up name has no letters', 'if (!isTaken && /[A-Za-z0-9]/.test(base)) return base;', 'if (!isTaken) return base;'],
    ['a made-up name is too short', ".padEnd(usernameMin, '_')", ''],
    ['a made-up name is too long', 'base.slice(0, usernameMax - suffix.length)', 'base'],
    ['a made-up number begins at nought', 'String(randomBelow(10_000) + 1)', 'String(randomBelow(10_000))'],
    ['other characters are left out', ".replace(/[^A-Za-z0-9_]/gu, '_')", ".replace(/[^A-Za-z0-9_]/gu, '')"],
  ),
  ...planted(
    { area: 'members', row: 'EN-02', file: `${members}/profile/rating.rules.ts`, tests: [`${members}/profile/rating.rules.test.ts`] },
    ['nobody’s rating is nought', 'count === 0 ? null :', 'count === 0 ? 0 :'],
    ['an average is cut, not rounded', 'Math.round((stars * 100) / count)', 'Math.floor((stars * 100) / count)'],
  ),
  ...planted(
    {
      area: 'members',
      row: 'EN-03',
      file: `${members}/profile/username-registry.server.ts`,
      tests: ownProfile,
      only: 'keeps the old one|stored flags',
    },
    ['a former name is free for anybody', "set({ status: 'released', releasedAt: at })", "set({ status: 'released', releasedAt: at, uid: null })"],
    ['a former name stays in use', "set({ status: 'released', releasedAt: at })", 'set({ releasedAt: at })'],
    ['when a name was given up is not kept', "set({ status: 'released', releasedAt: at })", "set({ status: 'released' })"],
    ['another’s name is taken', 'if (taken && taken.uid !== userId) throw usernameTaken();', ''],
    ['who has the name is not kept', 'username, uid: userId, isTemporary', 'username, uid: null, isTemporary'],
    ['a name that was taken back stays given up', "status: 'active', username: to, releasedAt: null", "status: 'active', username: to"],
    [
      'a name is kept in another case',
      'usernameKey: usernameKey(username), username,',
      'usernameKey: usernameKey(username), username: usernameKey(username),',
    ],
  ),
  ...planted({ area: 'members', row: 'EN-03', file: `${members}/profile/username-registry.server.ts`, tests: ownProfile, only: 'stored flags' }, [
    'a made-up name is kept from everybody',
    'if (old?.isTemporary) await',
    'if (old?.isTemporary && at.getTime() === 0) await',
  ]),
];
