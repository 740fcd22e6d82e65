// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const realtime = 'src/platform/realtime';
const again = [`${realtime}/policy-again.test.ts`];
const line = [`${realtime}/policy.test.ts`];
const refresh = [`${realtime}/policy-refresh.test.ts`];
const frame = ['tests/contracts/frame-rows.test.ts'];

export const liveRows: readonly Mutation[] = [
  ...planted(
    { area: 'live', row: 'ER-10', file: `${realtime}/policy.ts`, tests: again },
    ['a bad channel is no failure', "4400: 'channel', ", ''],
    ['a session that is over is no failure', "4401: 'session', ", ''],
    ['a server that is full is lost', '[1011, 1013, 4408, 4429, 4508]', '[1011, 4408, 4429, 4508]'],
    ['too many requests are a loss', '4408, 4429, 4508', '4408, 4508'],
  ),
  ...planted({ area: 'live', row: 'ER-10', file: `${realtime}/policy-times.ts`, tests: again }, [
    'a server that is full is asked again later',
    'unavailableMs: 2_000',
    'unavailableMs: 3_000',
  ]),
  ...planted(
    { area: 'live', row: 'ST-10', file: `${realtime}/policy-times.ts`, tests: line },
    ['back online it waits longer', 'onlineMs: 1_000', 'onlineMs: 1_500'],
    ['a cycle waits longer', 'cycle: { settleMs: 2_000', 'cycle: { settleMs: 2_500'],
    ['a cycle tries twice', 'tries: 3, stepMs: 1_000 },\n  /** ST-12', 'tries: 2, stepMs: 1_000 },\n  /** ST-12'],
  ),
  ...planted(
    { area: 'live', row: 'ST-10', file: `${realtime}/policy.ts`, tests: line },
    ['back online the cycle’s pause begins anew', "const since = kind === 'cycle' && !manual ? (s.disabledAt ?? now) : now;", 'const since = now;'],
    ['a blink of the network skips the pause', '(s.disabledAt ?? now) : now;', '0 : now;'],
    ['what Retry tried offline delays', 'if (!s.online) s.disabledAt ??= now;', ''],
    [
      'a line is kept without a network',
      "disabledAt: s.disabledAt ?? now, failing: true });\n  effects.push('close');",
      'disabledAt: s.disabledAt ?? now, failing: true });',
    ],
  ),
  ...planted(
    { area: 'live', row: 'LI-03', file: `${realtime}/client.ts`, tests: [`${realtime}/client.test.ts`], only: 'LI-03' },
    ['a refused token is given again', "if (refused) tokens?.forget('token');", ''],
    ['a channel on the own host is greeted with a token', '!tokens || options.byCookie || viewer === null', '!tokens || viewer === null'],
    ['who comes next gets the token of the one before', 'tokens?.become(next);', ''],
  ),
  ...planted({ area: 'live', row: 'ER-09', file: `${realtime}/client.ts`, tests: [`${realtime}/client.test.ts`], only: 'ER-09' }, [
    'an answer without a token resets nothing',
    "onReset: () => fail('token'),",
    'onReset: () => {},',
  ]),
  ...planted(
    { area: 'live', row: 'ST-12', file: `${realtime}/policy-times.ts`, tests: again },
    ['a reset waits too briefly', 'waitMinMs: 3_000', 'waitMinMs: 1_000'],
    ['a reset tries too often', 'triesMax: 7', 'triesMax: 9'],
  ),
  ...planted(
    { area: 'live', row: 'LI-09', file: `${realtime}/policy.ts`, tests: again },
    ['pauses have no cap', 'Math.min(capMs, baseMs * 2 ** s.attempts + random() * jitterMs)', 'baseMs * 2 ** s.attempts + random() * jitterMs'],
    ['the tenth attempt brings no rest', 'if (s.attempts >= attempts) {', 'if (s.attempts > 99) {'],
    ['many errors bring no rest', 's.errors > errorsOver && s.attempts > attemptsOver', 's.errors > 999'],
    ['a line that held clears nothing', 'if (held) Object.assign(s, { attempts: 0, errors: 0 });', ''],
  ),
  ...planted(
    { area: 'live', row: 'UI-06', file: `${realtime}/policy.ts`, tests: line },
    ['an unwanted page keeps what it had', "effects.push('close', 'clearCache');", "effects.push('close');"],
    ['an unwanted page keeps its line', "effects.push('close', 'clearCache');", "effects.push('clearCache');"],
  ),
  ...planted(
    { area: 'live', row: 'UI-06', file: `${realtime}/local-cache.ts`, tests: [`${realtime}/local-cache.test.ts`] },
    ['everything is cleared', "removeKeys((key) => key.startsWith('cache:'))", 'removeKeys(() => true)'],
    ['one storage is left', "['localStorage', 'sessionStorage'] as const", "['localStorage'] as const"],
  ),
  ...planted(
    { area: 'live', row: 'UI-06', file: 'src/app/rendering/navigation.ts', tests: frame },
    ['members hear nothing on quiet pages', 'return isMember || livePages', 'return livePages'],
    ['visitors hear nothing', 'isMember || livePages.some((beginning) => isUnder(beginning, path))', 'isMember'],
    ['every page listens', 'return isMember || livePages', 'return true || livePages'],
  ),
  ...planted({ area: 'live', row: 'UI-06', file: 'src/app/app.server.ts', tests: frame }, [
    'the dashboard does not listen',
    "livePages: ['/dashboard'],",
    'livePages: [],',
  ]),
  ...planted({ area: 'live', row: 'UI-06', file: 'src/features/listings/feature.server.ts', tests: frame }, [
    'a listing does not listen',
    "livePages: ['/listings/:id']",
    'livePages: []',
  ]),
  ...planted({ area: 'live', row: 'UI-06', file: 'src/features/members/feature.server.ts', tests: frame }, [
    'a profile does not listen',
    "livePages: ['/profile/:id']",
    "livePages: ['/profiles/:id']",
  ]),
  ...planted(
    { area: 'live', row: 'LI-03', file: `${realtime}/policy-refresh.ts`, tests: refresh },
    ['the quota is not minded', 'if (result === 429) return pause({ ...state, lastAt: now }, now + t.quotaPauseMs);', ''],
    ['everybody asks at once', 'state.lastAt === null ? 0 : state.lastAt + gapMs', '0'],
    ['one’s own pause is forgotten', 'state.users[userId] ?? 0, ', ''],
  ),
  ...planted(
    { area: 'live', row: 'ER-09', file: `${realtime}/policy-refresh.ts`, tests: refresh },
    ['old errors count', '.filter((at) => now - at < t.errorWindowMs)', ''],
    ['pauses do not grow', 't.retryMs * 2 ** state.failures', 't.retryMs'],
    ['signed out resets the session', 'if (result === 401) return pause({ ...state, lastAt: now }, now + t.gapMs);', ''],
  ),
  ...planted(
    { area: 'live', row: 'LI-06', file: `${realtime}/policy-refresh.ts`, tests: refresh },
    ['a hidden tab reads', 'if (!state.visible) return null;', ''],
    ['counters are read at will', 'return state.readAt === null || now - state.readAt >= policy.counters.gapMs;', 'return true;'],
  ),
];
