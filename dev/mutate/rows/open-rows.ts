// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const themes = ['src/ui/theme/theme.test.ts'];
const scan = ['src/platform/scan/clamd.test.ts'];

/** Class names, chats in batches, the theme’s cookie, the malware scanner, and codes of authenticator apps. */
export const openRows: readonly Mutation[] = [
  ...planted(
    { area: 'ui', row: 'LI-10', file: 'src/ui/cn.ts', tests: ['src/ui/cn.test.ts'] },
    ['the first of two utilities holds', "names.split(' ').reverse().filter(isLast).reverse()", "names.split(' ').filter(isLast)"],
    ['conditions are mixed up', 'seen.add(when + what)', 'seen.add(what)'],
    ['fifty class names are kept', 'classNamesKept = 500', 'classNamesKept = 50'],
    ['the cache grows for ever', 'if (kept.size > most) kept.delete(', 'if (kept.size > most && false) kept.delete('],
    ['what is asked for often is thrown away', '    kept.delete(text);\n', ''],
    ['nothing is kept', 'kept.get(text) ?? work(text)', 'work(text)'],
  ),
  ...planted(
    { area: 'live', row: 'LI-06', file: 'src/platform/realtime/server/read-chats.ts', tests: ['src/platform/realtime/server/read-chats.test.ts'] },
    ['chats are read without a pause', 'if (batch > 0) await new Promise', 'if (batch > 99) await new Promise'],
    ['the first batch waits', 'if (batch > 0) await', 'if (batch >= 0) await'],
    ['only the first batch is read', 'if (cursor === null) break;', 'break;'],
    ['a page that is gone reads on', '    signal.throwIfAborted();\n', ''],
  ),
  ...planted(
    {
      area: 'live',
      row: 'LI-06',
      file: 'src/platform/realtime/client/policy/policy-times.ts',
      tests: ['src/platform/realtime/server/read-chats.test.ts'],
    },
    ['ten chats at once', 'chatsAtOnce: 5', 'chatsAtOnce: 10'],
    ['a pause of a second', 'chatsPauseMs: 100', 'chatsPauseMs: 1_000'],
  ),
  ...planted(
    {
      area: 'messages',
      row: 'LI-06',
      file: 'src/features/messages/threads/threads.queries.server.ts',
      tests: ['src/app/header/unread-writers.test.ts'],
      only: 'listed alone',
    },
    ['read conversations are listed as unread', 'unread && gt(threadSide.unread, 0), ', ''],
  ),
  ...planted({ area: 'ui', row: 'UI-05', file: 'src/ui/theme/theme.ts', tests: themes }, [
    'the cookie has another name over https',
    '`${themeKey}=',
    "`${isHttps ? '__Host-' : ''}${themeKey}=",
  ]),
  ...planted(
    { area: 'scan', file: 'src/platform/scan/clamd.ts', tests: scan },
    ['an error is taken for fine', "if (said === 'stream: OK') return null;", "if (!said.endsWith('FOUND')) return null;"],
    ['the size of a part is forgotten', '    line.write(sizeOf(part.length));\n', ''],
  ),
  ...planted(
    { area: 'scan', file: 'src/platform/http/requests/look-through.ts', tests: ['tests/security/scanned-files.test.ts'] },
    ['only the first file is looked through', 'of files) {', 'of files.slice(0, 1)) {'],
    [
      'what nobody could look through is taken',
      "throw new Refusal(503, 'scan_away', scanSentences.scan_away, { retryAfterSeconds: 60 });",
      'return null;',
    ],
  ),
  ...planted(
    {
      area: 'prices',
      row: 'EN-06',
      file: 'src/features/orders/payment-disputes/sync-chargebacks.server.ts',
      tests: ['src/features/prices/market-price/prices-taken-back.test.ts'],
      only: 'bank takes back',
    },
    ['what a bank has taken stays a sale', 'if (data.length > 0) await settleSale(tx, order);', ''],
  ),
  ...planted(
    { area: 'entry', file: 'src/features/auth/own-profile/profile-cache.ts', tests: ['src/features/auth/own-profile/profile-cache.test.ts'] },
    [
      'the whole profile lies in the browser’s store',
      'return { readMs, profile: { id, username, avatarUrl, tier, role, needsProfileCompletion } };',
      'return { readMs, profile: { ...arguments[0].profile, id, username, avatarUrl, tier, role, needsProfileCompletion } };',
    ],
  ),
  ...planted(
    {
      area: 'entry',
      file: 'src/platform/identity/second-factor/second-factor.server.ts',
      tests: ['src/features/auth/second-factor/code-life.test.ts'],
    },
    ['a code lives for ninety seconds', 'if (offset !== row.clockOffset && !followsRefused(row, found)) {', 'if (Math.abs(offset) > 1) {'],
    ['a clock that is off is learned by nobody', 'clockOffset: offset, refusedStep: null', 'refusedStep: null'],
    ['one late code, twice, moves the clock', '&& step > refusedStep &&', '&& step >= refusedStep &&'],
    ['a code of last week is the one before', ' && step <= refusedStep + mostStepsBetween', ''],
    ['codes of both sides move the clock', 'refusedOffset === offset && ', ''],
  ),
];
