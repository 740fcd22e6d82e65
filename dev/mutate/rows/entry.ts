// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const entry = 'src/features/auth';
const sentences = [`${entry}/exact-sentences.test.ts`];
const guard = [`${entry}/guard.rules.test.ts`];
const record = [`${entry}/redirect-record.test.ts`];
const mailed = [`${entry}/sign-up/mailed.api.test.ts`];
const signUp = [`${entry}/sign-up/sign-up.api.test.ts`];
const keeper = [`${entry}/own-profile/profile-keeper.test.ts`];

export const entryRows: readonly Mutation[] = [
  ...planted(
    { area: 'entry', row: 'ER-04', file: `${entry}/leaving/deletion.rules.ts`, tests: sentences },
    ['no proof says something else', 'Failed to reauthenticate. Please try signing in again.', 'Failed to reauthenticate. Please sign in again.'],
    ['a failed deletion says something else', 'Failed to delete account data. Please try again.', 'Failed to delete the account. Please try again.'],
  ),
  ...planted(
    { area: 'entry', row: 'VA-08', file: `${entry}/leaving/deletion.rules.ts`, tests: [`${entry}/leaving/deletion.rules.test.ts`] },
    ['another account than the shown one goes', 'facts.shownAccountId !== facts.actorId', 'facts.shownAccountId === facts.actorId'],
    ['a second factor is not asked', 'facts.isSecondFactorOn || ', ''],
    ['a subscriber signs in once more', "if (facts.isSubscriber) return 'enough';", ''],
    ['a new sign-in proves nothing', "if (facts.hasSteppedUp) return 'enough';", ''],
  ),
  ...planted(
    { area: 'entry', row: 'ER-01', file: `${entry}/message-texts.ts`, tests: sentences },
    ['the sentence of an unknown address', 'No account found with this email address', 'No account found with this email'],
    ['the sentence of a wrong password', 'The email or password you entered is incorrect', 'The email or password is incorrect'],
    ['the sentence of no network', 'Network error. Please check your internet connection.', 'Network error. Check your internet connection.'],
    ['the sentence of too many tries', 'Too many failed attempts. Please try again later.', 'Too many attempts. Please try again later.'],
  ),
  ...planted(
    { area: 'entry', row: 'ER-02', file: `${entry}/message-texts.ts`, tests: sentences },
    ['the sentence of a closed popup', "'Sign in cancelled'", "'Sign-in cancelled'"],
    ['the sentence of a blocked popup', 'Please allow popups for this site.', 'Please allow pop-ups for this site.'],
    ['the sentence of Google', 'Failed to sign in with Google', 'Failed to sign in via Google'],
  ),
  ...planted(
    { area: 'entry', row: 'ER-05', file: `${entry}/message-texts.ts`, tests: sentences },
    ['the sentence of no start', 'Please refresh the page.', 'Please reload the page.'],
    ['the sentence of a wrong configuration', 'Authentication configuration error.', 'Configuration error.'],
    ['the sentence of a failed link', 'Failed to link accounts. Please try again.', 'Failed to link accounts.'],
  ),
  ...planted({ area: 'entry', row: 'VA-04', file: `${entry}/message-texts.ts`, tests: sentences }, [
    'an account of Google is not told of Google',
    'signs in with Google. Please sign in with Google.',
    'signs in otherwise.',
  ]),
  ...planted(
    { area: 'entry', row: 'VA-04', file: `${entry}/google/google-answers.ts`, tests: [`${entry}/google/google-answers.test.ts`] },
    ['a message of another window is heard', ' || event.source !== popup', ''],
    ['a message of another site is heard', 'event.origin !== origin || ', ''],
    ['a message of another form is heard', 'type !== popupMessageType || ', ''],
    ['a name of the object is a sentence', 'Object.hasOwn(googleAnswers, code)', 'code in googleAnswers'],
  ),
  ...planted({ area: 'entry', row: 'VA-07', file: `${entry}/message-texts.ts`, tests: sentences }, [
    'the sentence of five minutes',
    'Please wait 5 minutes before requesting another verification email',
    'Please wait 5 minutes before asking for another email',
  ]),
  ...planted(
    { area: 'entry', row: 'ER-03', file: `${entry}/sign-up/mailed.api.server.ts`, tests: mailed, only: 'ER-03' },
    ['nothing to continue to is no mistake', "if (url.trim() === '') throw invalid({ callbackURL: messages.continueUrlMissing });", ''],
    ['what is no address is taken', 'throw invalid({ callbackURL: messages.continueUrlBad });', 'return null;'],
    ['a foreign address is taken', 'if (path === null) throw invalid({ callbackURL: messages.continueUrlForeign });', ''],
    ['a foreign address says another sentence', 'callbackURL: messages.continueUrlForeign', 'callbackURL: messages.continueUrlBad'],
  ),
  ...planted(
    { area: 'entry', row: 'ER-03', file: `${entry}/sign-up/verify-email.server.ts`, tests: mailed, only: 'ER-03' },
    ['an address that is none is written to', 'if (!isEmail(user.email)) throw invalid({ email: messages.emailInvalid });', ''],
    [
      'what nobody foresaw has no sentence',
      "return faultAs(platform, 'verification_failed', messages.verificationFailed, request(platform, actor, next));",
      'return request(platform, actor, next);',
    ],
  ),
  ...planted(
    { area: 'entry', row: 'VA-07', file: `${entry}/sign-up/verify-email.server.ts`, tests: mailed, only: 'VA-07' },
    ['a second mail is sent at once', 'if (waitMs > 0) throw', 'if (waitMs > 1e9) throw'],
    ['who is confirmed is written to', "if (user.isVerified) throw conflict('already_verified', messages.alreadyVerified);", ''],
    ['a used link is said to be too old', "if (link.usedAt) return 'used';", ''],
    ['a link works for anybody', 'link?.userId !== actor.id', '!link'],
  ),
  ...planted(
    { area: 'entry', row: 'LI-05', file: `${entry}/sign-up/open-again.server.ts`, tests: [`${entry}/sign-up/open-again.test.ts`] },
    ['a lost answer is a taken address', " || taken.code !== 'email_taken' || !(await isMadeBy(platform, input))", ''],
    ['another name is let in', ' && (await getOwnProfile(db, known.userId)).username === username', ''],
    ['a wrong password says another sentence', 'isRefusal(error) ? taken : error', 'error'],
  ),
  ...planted({ area: 'entry', row: 'VA-01', file: `${entry}/sign-up/sign-up.server.ts`, tests: signUp, only: 'VA-01' }, [
    'a taken address is a fault',
    'explainTaken(signUp)',
    'signUp',
  ]),
  ...planted(
    { area: 'entry', row: 'VA-02', file: `${entry}/sign-up/sign-up.server.ts`, tests: signUp, only: 'VA-02' },
    ['a reserved name is given', " && input.role !== 'admin') throw usernameTaken();", ' && false) throw usernameTaken();'],
    ['a taken name is a fault', 'explainTaken(signUp)', 'signUp'],
  ),
  ...planted({ area: 'entry', row: 'VA-03', file: `${entry}/sign-up/sign-up.server.ts`, tests: signUp, only: 'VA-03' }, [
    'an account outlives its sign-up',
    'const id = await insertUser(tx.db, {',
    'const id = await insertUser(platform.db, {',
  ]),
  ...planted({ area: 'entry', row: 'VA-08', file: `${entry}/message-texts.ts`, tests: sentences }, [
    'the sentence of another Google account',
    'Please sign in with the same Google account you want to delete',
    'Please sign in with the account you want to delete',
  ]),
  ...planted({ area: 'entry', row: 'VA-09', file: `${entry}/message-texts.ts`, tests: sentences }, [
    'the sentence of Google without an address',
    'No email provided from Google account',
    'No email provided by Google',
  ]),
  ...planted(
    { area: 'entry', row: 'ST-09', file: `${entry}/sign-in/sign-out-browser.ts`, tests: sentences },
    ['the theme goes with the person', "new Set(['theme', 'consent', signOutKey])", "new Set(['consent', signOutKey])"],
    ['the consent goes with the person', "new Set(['theme', 'consent', signOutKey])", "new Set(['theme', signOutKey])"],
    ['the flag falls in the middle', "'consent', signOutKey]", "'consent']"],
    ['no flag stands while it is under way', "storage.setItem(signOutKey, 'true');", ''],
    ['the flag has another name', "'sign_out_in_progress'", "'signing_out'"],
    ['the storage of the tab stays', 'withStorage(() => sessionStorage.clear());', ''],
    ['the caches stay', 'await caches.delete(name);', 'void name;'],
    ['the storage stays', 'for (const key of keysToClear(Object.keys(storage))) storage.removeItem(key);', ''],
    ['the flag stays', 'withStorage((storage) => storage.removeItem(signOutKey));', ''],
  ),
  ...planted(
    { area: 'entry', row: 'GD-02', file: `${entry}/guard.rules.ts`, tests: guard },
    ['the way back is lost', '`/auth/sign-in?next=${encodeURIComponent(here)}`', "'/auth/sign-in'"],
    ['the query is lost on the way', 'plainPath(page) + withoutRouterQuery(search)', 'plainPath(page)'],
  ),
  ...planted(
    { area: 'entry', row: 'GD-03', file: `${entry}/guard.rules.ts`, tests: guard },
    ['an incomplete profile goes everywhere', 'if (viewer.needsCompletion && isGuarded) return { redirectTo: completeFirst(here) };', ''],
    ['an incomplete profile is stopped everywhere', 'if (viewer.needsCompletion && isGuarded)', 'if (viewer.needsCompletion)'],
    ['the dashboard is named on the way to it', "to === '/dashboard' ? completePage : ", ''],
  ),
  ...planted(
    { area: 'entry', row: 'GD-05', file: `${entry}/guard.rules.ts`, tests: guard },
    ['a path that is escaped twice slips through', 'for (let round = 0; round < 5; round++) {', 'for (let round = 0; round < 1; round++) {'],
    ['a capital letter slips through', 'guardedPlace(guarded, plainPath(pathname).toLowerCase())', 'guardedPlace(guarded, plainPath(pathname))'],
    ['a backslash slips through', "path.replaceAll('\\\\', '/').split('/')", "path.split('/')"],
    ['two dots slip through', "if (part === '..') parts.pop();\n    else parts.push(part);", 'parts.push(part);'],
    ['a doubled slash slips through', "if (part === '' || part === '.') continue;", "if (part === '.') continue;"],
  ),
  ...planted({ area: 'entry', row: 'RT-02', file: `${entry}/guard.rules.ts`, tests: guard }, [
    'a member may sign up once more',
    "new Set(['/auth/sign-in', '/auth/sign-up'])",
    "new Set(['/auth/sign-in'])",
  ]),
  ...planted(
    { area: 'entry', row: 'RT-03', file: `${entry}/guard.rules.ts`, tests: guard },
    ['a complete profile is completed again', ' || (path === completePage && !viewer.needsCompletion)', ''],
    ['a visitor completes a profile', ' || path === completePage || path', ' || path'],
  ),
  ...planted({ area: 'entry', row: 'RT-04', file: `${entry}/guard.rules.ts`, tests: guard }, [
    'a visitor opens the link of a mail',
    ' || path === verifyPage;',
    ';',
  ]),
  ...planted(
    { area: 'entry', row: 'GD-06', file: `${entry}/redirect-record.ts`, tests: record },
    ['a record lives longer', 'redirectLifeMs = 30 * minuteMs', 'redirectLifeMs = 31 * minuteMs'],
    ['an old record is replayed', 'now - at <= redirectLifeMs', 'now - at <= 2 * redirectLifeMs'],
    ['a record of the future is replayed', 'at <= now && now - at', 'now - at'],
    ['a foreign path is replayed', 'if (url.origin !== new URL(origin).origin) return null;', ''],
    ['two slashes are a path', "return path.startsWith('//') ? null : path;", 'return path;'],
    ['a long record is read', ' || text.length > 8_192', ''],
    ['an action of any length is read', ' || action.length > 64', ''],
  ),
  ...planted(
    { area: 'entry', row: 'RP-01', file: `${entry}/redirect-record.ts`, tests: record },
    ['the sentence of a favourite', 'You can now add this listing to your favorites', 'You can now add this listing to your favourites'],
    ['a favourite forgets its listing', '`/listings/${listingId}`', 'record.path'],
  ),
  ...planted({ area: 'entry', row: 'RP-02', file: `${entry}/redirect-record.ts`, tests: record }, [
    'the sentence of a purchase',
    'You can now complete your purchase',
    'You can complete your purchase now',
  ]),
  ...planted({ area: 'entry', row: 'RP-03', file: `${entry}/redirect-record.ts`, tests: record }, [
    'an offer opens no dialog',
    "withQuery(listing, { action: 'make_offer' }, origin)",
    'listing',
  ]),
  ...planted(
    { area: 'entry', row: 'RP-04', file: `${entry}/redirect-record.ts`, tests: record },
    ['a message forgets whom it is for', "{ action: 'send_message', recipientId }", "{ action: 'send_message' }"],
    ['a message does not go back', 'to: back ?? record.path', 'to: record.path'],
  ),
  ...planted(
    { area: 'entry', row: 'RP-07', file: `${entry}/redirect-record.ts`, tests: record },
    ['who left the sign-in page is taken back', "return [intent?.to, next, '/dashboard'].includes(here);", 'return true;'],
    ['a tab that was never there takes the intent', 'if (!isOnTheWay(from)) return false;', ''],
  ),
  ...planted({ area: 'entry', row: 'RP-07', file: 'src/app/rendering/frame-reads.ts', tests: ['src/app/rendering/frame-reads.test.ts'] }, [
    'a frame that a press kept from coming is forgotten',
    'return isOwed || (currentUrl',
    'return (currentUrl',
  ]),
  ...planted({ area: 'entry', row: 'RP-07', file: `${entry}/redirect-record.ts`, tests: record }, [
    'whose intent it was is forgotten',
    "...(typeof uid === 'string' ? { uid } : {})",
    '',
  ]),
  ...planted(
    { area: 'entry', row: 'LI-05', file: `${entry}/own-profile/profile-keeper.ts`, tests: keeper },
    ['a profile is trusted for longer', 'cacheMs: 2 * 60_000', 'cacheMs: 3 * 60_000'],
    ['the further try comes later', 'retryMs: 2_000', 'retryMs: 3_000'],
    ['there is no further try', 'if (isLast) return', 'if (!isLast) return'],
    ['what is fresh is asked for again', 'isFresh(noted, parts.nowMs()) ?', 'false && noted ?'],
  ),
  ...planted(
    { area: 'entry', row: 'LI-05', file: `${entry}/sign-up/creation-tries.ts`, tests: [`${entry}/sign-up/creation-tries.test.ts`] },
    ['a profile is tried six times', 'tries: 5', 'tries: 6'],
    [
      'the pause has no end',
      'Math.min(creationPolicy.backoffCapMs, creationPolicy.backoffMs * 2 ** (failed - 1))',
      'creationPolicy.backoffMs * 2 ** (failed - 1)',
    ],
  ),
  ...planted(
    { area: 'entry', row: 'ER-07', file: `${entry}/own-profile/profile-keeper.ts`, tests: keeper },
    ['offline says network', "isOnline ? 'network' : 'offline'", "isOnline ? 'offline' : 'network'"],
    ['what is kept is not shown', 'return kept ? { ...kept, isKept: true } :', 'return kept && false ? kept :'],
  ),
  ...planted({ area: 'entry', row: 'ER-07', file: 'src/features/members/model/message-texts.ts', tests: keeper }, [
    'the sentence of no network',
    'Unable to load profile due to network issues',
    'Unable to load the profile due to network issues',
  ]),
  ...planted(
    {
      area: 'entry',
      row: 'VA-04',
      file: `${entry}/sign-in/sign-in.server.ts`,
      tests: [`${entry}/sign-in/sign-in.api.test.ts`],
      only: 'hint to use Google',
    },
    [
      'an account of Google hears of a wrong password',
      "known.providers.includes('google') ? refused('use_google', messages.useGoogle) :",
      "known.providers.includes('x') ? refused('use_google', messages.useGoogle) :",
    ],
    ['the hint has another code', "refused('use_google', messages.useGoogle)", "refused('no_account', messages.useGoogle)"],
  ),
  ...planted(
    { area: 'entry', row: 'RT-04', file: `${entry}/pages/verify-email.tsx`, tests: [`${entry}/pages/verify-email.test.tsx`] },
    ['an expired link says that it was used', "title: 'This link has expired'", "title: 'This link was used already'"],
    ['a used one offers no other', "? 'Send verification email' : 'Send a new link'", "? 'Send verification email' : 'Continue'"],
    ['a confirmed address is asked for once more', '{isVerified ? (', "{isVerified && state === 'waiting' ? ("],
    ['the way on is forgotten', 'to={next}', 'to="/dashboard"'],
    ['why it asks is not said', '{isNeeded && (', "{isNeeded && state === 'done' && ("],
    ['where the mail goes is not said', '<p className="dim">It goes to {email}.</p>', ''],
  ),
  ...planted(
    {
      area: 'entry',
      row: 'RT-04',
      file: `${entry}/sign-up/verify-email.server.ts`,
      tests: [`${entry}/sign-up/mailed.api.test.ts`],
      only: 'VA-07|RT-04',
    },
    ['another member’s link confirms', "if (link?.userId !== actor.id) return 'unknown';", "if (!link) return 'unknown';"],
    ['an old link confirms', "if (link.expiresAt <= now) return 'expired';", ''],
    ['a used link is unknown', "if (link.usedAt) return 'used';", "if (link.usedAt) return 'unknown';"],
    ['a link to a former address confirms', "if (user?.email !== link.email) return 'unknown';", ''],
    ['a mail each minute', 'verificationCooldownMs = 5 * minuteMs', 'verificationCooldownMs = minuteMs'],
  ),
  ...planted(
    { area: 'entry', row: 'VA-11', file: `${entry}/passwords/password.rules.ts`, tests: [`${entry}/passwords/password.rules.test.ts`] },
    ['what everybody uses is taken', 'if (isCommon(candidate)) return', "if (isCommon(candidate) && candidate === '') return"],
    [
      'one’s own address is taken',
      "candidate === email.toLowerCase() || holds(bare(email.split('@')[0] ?? ''))",
      'candidate === email.toLowerCase()',
    ],
    ['the market’s name is taken', 'if (saysSomething(bare(brand)) && holdsName(bare(brand)))', "if (brand === '' && holdsName(bare(brand)))"],
  ),
  ...planted(
    { area: 'entry', row: 'GD-02', file: 'src/platform/http/requests/page-address.ts', tests: ['src/platform/http/requests/page-address.test.ts'] },
    ['a visitor comes back to the data in place of the page', ".replace(/\\.data$/, '');", ';'],
  ),
];
