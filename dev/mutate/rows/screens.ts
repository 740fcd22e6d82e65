// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const guard = ['src/features/auth/model/guard.rules.test.ts'];
const frame = ['tests/contracts/frame-rows.test.ts'];
const ui = 'src/ui';
const colours = [`${ui}/conditions.test.tsx`];
const parts = [`${ui}/parts.test.tsx`];
const uiRules = [`${ui}/rules.test.ts`];
const themes = [`${ui}/theme.test.ts`];

export const uiRows: readonly Mutation[] = [
  ...planted(
    { area: 'ui', row: 'UI-08', file: `${ui}/resize-warnings.ts`, tests: uiRules },
    ['the warning is printed', 'event.preventDefault();', ''],
    ['the warning is passed on', 'event.stopImmediatePropagation();', ''],
    ['one of the two warnings is left', 'limit exceeded|', ''],
    ['everything with the word is silenced', '/^ResizeObserver loop (limit exceeded|completed with undelivered notifications)/', '/ResizeObserver/'],
  ),
  ...planted({ area: 'ui', row: 'UI-08', file: 'src/entry.client.tsx', tests: uiRules }, [
    'nobody silences it',
    'silenceResizeWarnings(window);',
    '',
  ]),
  ...planted(
    { area: 'ui', row: 'UI-09', file: `${ui}/conditions.ts`, tests: colours },
    ['good wears the colour of excellent', "short: 'GD', tone: 'gd'", "short: 'GD', tone: 'ex'"],
    ['played and poor are mixed up', "long: 'Played', short: 'PL', tone: 'pl'", "long: 'Played', short: 'PO', tone: 'po'"],
    ['underscores are another spelling', "replace(/[\\s_-]+/g, '')", "replace(/[\\s-]+/g, '')"],
    ['hyphens are another spelling', "replace(/[\\s_-]+/g, '')", "replace(/[\\s_]+/g, '')"],
    ['what is not known is mint', '?? unknown;', '?? (conditionWords[0] as ConditionWords);'],
    ['capitals are another spelling', "(value ?? '').toLowerCase()", "(value ?? '')"],
  ),
  ...planted({ area: 'ui', row: 'UI-09', file: `${ui}/condition-badge.tsx`, tests: colours }, [
    'the badge has no colour',
    '`cond-${words.tone}`',
    "'cond-un'",
  ]),
  ...planted(
    { area: 'ui', row: 'UI-09', file: `${ui}/styles/badges.css`, tests: colours },
    ['near mint is painted like mint', '.cond-nm { background: var(--cond-nm-bg)', '.cond-nm { background: var(--cond-mint-bg)'],
    ['poor has no dot', '.cond-po i { background: var(--cond-po); }', ''],
  ),
  ...planted({ area: 'ui', row: 'UI-09', file: `${ui}/styles/tokens.css`, tests: colours }, [
    'light: good and excellent are one colour',
    '--cond-gd: oklch(0.79 0.155 96);',
    '--cond-gd: oklch(0.7 0.16 126);',
  ]),
  ...planted(
    { area: 'ui', row: 'GD-04', file: `${ui}/skeleton.tsx`, tests: parts },
    [
      'two bars',
      '<span className="sr">Loading</span>\n      <div className="sk-b" data-testid="skeleton-bar" />',
      '<span className="sr">Loading</span>',
    ],
    ['a reader hears nothing of the bars', '<span className="sr">Loading</span>', ''],
    ['the loading screen says nothing', '<span>Loading</span>', ''],
    ['the loading screen has no role', ' role="status"', ''],
  ),
  ...planted(
    { area: 'frame', row: 'GD-04', file: 'src/app/rendering/navigation.ts', tests: ['src/app/pages/pages.test.tsx'] },
    ['every page waits for the guard', 'return place !== null && guardedPlace(guarded, from) !== place;', 'return true;'],
    ['no page waits for the guard', 'return place !== null && guardedPlace(guarded, from) !== place;', 'return false;'],
    ['inside the settings it waits at each step', 'place !== null && guardedPlace(guarded, from) !== place', 'place !== null'],
  ),
  ...planted({ area: 'frame', row: 'GD-01', file: 'src/kernel/address.ts', tests: guard }, [
    'what only begins alike is guarded',
    "return wanted.every((part, i) => (part.startsWith(':') ? Boolean(given[i]) : part === given[i]));",
    'return path.startsWith(beginning);',
  ]),
  ...planted({ area: 'frame', row: 'GD-01', file: 'src/kernel/address.ts', tests: ['src/app/pages/pages.test.tsx'] }, [
    'a slash at the end opens it',
    "path.length > 1 ? path.replace(/\\/$/, '') : path",
    'path',
  ]),
  ...planted({ area: 'frame', row: 'GD-01', file: 'src/app/app.server.ts', tests: frame }, [
    'the dashboard is open',
    "guarded: ['/dashboard'],",
    'guarded: [],',
  ]),
  ...planted({ area: 'frame', row: 'GD-01', file: 'src/features/messages/feature.server.ts', tests: frame }, [
    'the messages are open',
    "guarded: ['/messages'],",
    'guarded: [],',
  ]),
  ...planted({ area: 'frame', row: 'RT-11', file: 'src/features/listings/feature.server.ts', tests: frame }, [
    'no way leads to the favourites',
    "    { in: 'dashboard', rank: 40, to: '/favorites', label: 'Favourites', icon: 'favorites' },\n",
    '',
  ]),
  ...planted({ area: 'frame', row: 'RT-05', file: 'src/app/app.server.ts', tests: frame }, [
    'no way leads to the questions',
    "    { in: 'footer', rank: 60, to: '/faq', label: 'FAQ' },\n",
    '',
  ]),
  ...planted(
    { area: 'frame', row: 'UI-07', file: 'src/features/orders/feature.server.ts', tests: frame },
    [
      'everybody’s news move the counter',
      'topics: (memberId) => [`user:${memberId}`] },\n  },\n  mailKinds',
      "topics: () => ['orders'] },\n  },\n  mailKinds",
    ],
    ['the orders wear no counter', ", counter: 'orders' }", ' }'],
    ['what is new does not wait for anybody', "orders: { waits: 'new', kept", 'orders: { kept'],
  ),
  ...planted(
    { area: 'ui', row: 'RT-12', file: `${ui}/page-meta.ts`, tests: parts },
    ['no og:title', "{ property: 'og:title', content: words.title ?? title },", ''],
    ['no og:description', "{ property: 'og:description', content: described },", ''],
    ['no og:url', "{ property: 'og:url', content: address },", ''],
    ['no og:image', "...(image ? [{ property: 'og:image', content: image }] : []),", ''],
    ['the kind of thing is not said', "content: words.kind ?? 'website'", "content: 'website'"],
    ['no JSON-LD', "...(isPublic ? [{ 'script:ld+json'", "...(words.jsonLd ? [{ 'script:ld+json'"],
    ['a secret address is found by searches', '!words.noIndex && !words.isSecret;', '!words.noIndex;'],
    ['one’s own page is found by searches', '!words.noIndex && !words.isSecret;', '!words.isSecret;'],
    ['a secret address is told to others', "...(words.isSecret ? [{ name: 'referrer', content: 'same-origin' }] : []),", ''],
    ['a picture without an address', "words.image.startsWith('/') ? origin + words.image : words.image", 'words.image'],
    ['no description', "{ name: 'description', content: described },", ''],
  ),
  ...planted(
    { area: 'ui', row: 'UI-01', file: `${ui}/route-progress.tsx`, tests: uiRules },
    ['a hash shows the bar', 'key !== placeKey(from) && ', ''],
    ['a visited page shows the bar', ' && !visited.has(key)', ''],
    ['the bar stays longer', 'progressLingerMs = 100', 'progressLingerMs = 300'],
  ),
  ...planted(
    { area: 'ui', row: 'UI-03', file: `${ui}/connection-alert.tsx`, tests: parts },
    ['its title', 'Connection Issue', 'Connection issue'],
    ['its button', 'Retry Connection', 'Retry connection'],
    ['its sentence', 'There was a problem connecting to our database services.', 'There was a problem connecting.'],
  ),
  ...planted(
    { area: 'ui', row: 'UI-04', file: `${ui}/toast-queue.ts`, tests: uiRules },
    ['a toast lives longer', 'toastMs = 5_000', 'toastMs = 6_000'],
    ['the newest comes first', '[...queue.waiting, { ...toast, id }]', '[{ ...toast, id }, ...queue.waiting]'],
  ),
  ...planted(
    { area: 'ui', row: 'UI-05', file: `${ui}/theme.ts`, tests: themes },
    ['the cookie wins over the profile', 'if (ofProfile) return', 'if (ofProfile && !themeOfCookies(cookies)) return'],
    ['the default is light', "{ choice: 'system', source: 'none' }", "{ choice: 'light', source: 'none' }"],
    ['a dark device is light', "deviceIsDark ? 'dark' : 'light'", "deviceIsDark ? 'light' : 'dark'"],
    ['a cookie that is called otherwise counts', '/(?:^|;\\s*)theme=([^;]*)/', '/theme=([^;]*)/'],
  ),
  ...planted({ area: 'ui', row: 'LI-10', file: `${ui}/theme.ts`, tests: themes }, [
    'the cookie lives a day',
    'themeCookieSeconds = 31_536_000',
    'themeCookieSeconds = 86_400',
  ]),
  ...planted(
    { area: 'app', row: 'RT-01', file: 'src/app/pages/home/home.tsx', tests: ['src/app/pages/home/home.test.tsx'] },
    [
      'how much is for sale is not said',
      "`${total.toLocaleString('en')} ${total === 1 ? 'card' : 'cards'} for sale",
      "`${total === 1 ? 'A card' : 'Cards'} for sale",
    ],
    ['the newest are the featured', 'listings={newest}', 'listings={featured}'],
    ['no featured', 'listings={featured}', 'listings={[]}'],
    ['the games are not counted', '{label}\n                <span className="tnum dim">{count.toLocaleString(\'en\')}</span>', '{label}'],
    ['a game leads to all of them', '`/browse?game=${game}`', "'/browse'"],
    ['what the market is is not said', '{!viewer && <HowItWorks catalogue={catalogue} />}', ''],
    [
      'an empty market shows empty shelves',
      '{total === 0 ? (\n          <div className="py-12">',
      '{total < 0 ? (\n          <div className="py-12">',
    ],
    ['an empty market leads nowhere', 'action={<ButtonLink to="/listings/create">List a card</ButtonLink>}', ''],
    [
      'a search that finds nothing is offered',
      '<Link key={to} className="q inline-flex items-center" to={to}>',
      '<Link key={to} className="q inline-flex items-center" to="/browse">',
    ],
  ),
  ...planted({ area: 'app', row: 'RT-12', file: 'src/app/pages/home/home.tsx', tests: ['src/app/pages/home/home.test.tsx'] }, [
    'the search is not told to search engines',
    "'@type': 'SearchAction'",
    "'@type': 'Action'",
  ]),
  ...planted({ area: 'app', row: 'RT-07', file: 'src/app/pages/errors/error-facts.ts', tests: ['src/app/pages/pages.test.tsx'] }, [
    'a missing page has no name',
    "'Page not found'",
    "'Not found'",
  ]),
];
