import { describe, expect, test } from 'vitest';
import {
  decideTheme,
  readTheme,
  themeColours,
  themeCookie,
  themeCookieSeconds,
  themeInForce,
  themeOfCookies,
  themeScript,
} from './theme.ts';

describe('[UI-05] themes', () => {
  test('only light, dark, midnight and system are themes', () => {
    expect(['light', 'dark', 'midnight', 'system'].map(readTheme)).toEqual(['light', 'dark', 'midnight', 'system']);
    expect(['', 'Light', 'blue', null, undefined, 3, {}].map(readTheme)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test('the default is the system', () => {
    expect(decideTheme(null, null)).toEqual({ choice: 'system', source: 'none' });
    expect(decideTheme(undefined, 'a=b; themes=dark; xtheme=light')).toEqual({ choice: 'system', source: 'none' });
  });

  test('a valid theme of the profile overrides the cookie; an invalid one does not', () => {
    expect(decideTheme('midnight', 'theme=light')).toEqual({ choice: 'midnight', source: 'profile' });
    expect(decideTheme('purple', 'x=1; theme=light')).toEqual({ choice: 'light', source: 'cookie' });
    expect(decideTheme('system', 'theme=dark')).toEqual({ choice: 'system', source: 'profile' });
  });

  test('a cookie with anything else in it is no choice', () => {
    expect(themeOfCookies('theme=dark')).toBe('dark');
    expect(themeOfCookies('a=1;theme=midnight;b=2')).toBe('midnight');
    expect(themeOfCookies('theme="><script>')).toBeNull();
    expect(themeOfCookies('theme=')).toBeNull();
  });

  test('[UI-05] only a cookie named theme is read', () => {
    expect(themeOfCookies('theme=dark; __Host-theme=midnight')).toBe('dark');
    expect(themeOfCookies('__Host-theme=light')).toBeNull();
  });

  test('what is in force is never `system`', () => {
    expect(themeInForce('system', true)).toBe('dark');
    expect(themeInForce('system', false)).toBe('light');
    expect(themeInForce('midnight', false)).toBe('midnight');
  });

  test('[LI-10] the cookie lives 31536000 seconds, on the whole site', () => {
    expect(themeCookieSeconds).toBe(31_536_000);
    expect(themeCookie('midnight', false)).toBe('theme=midnight; path=/; max-age=31536000; SameSite=Lax');
  });
});

interface Browser {
  theme: string | undefined;
  choice: string | undefined;
  stored: string | null;
  cookie: string;
  metaColour: string;
}

/** Runs the head's script against the few things of a browser that it touches. */
function firstPaint(
  answer: { choice: string; source: string },
  stored: string | null,
  deviceIsDark: boolean,
  protocol = 'http:',
): Browser {
  const dataset: Record<string, string> = { themeChoice: answer.choice, themeSource: answer.source };
  const store = new Map<string, string>(stored === null ? [] : [['theme', stored]]);
  const meta = { name: '', content: '' };
  const document = {
    documentElement: { dataset },
    location: { protocol },
    cookie: '',
    createElement: () => meta,
    head: { appendChild: () => undefined },
  };
  const localStorage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  };
  const matchMedia = () => ({ matches: deviceIsDark });
  new Function('document', 'localStorage', 'matchMedia', themeScript)(document, localStorage, matchMedia);
  return {
    theme: dataset.theme,
    choice: dataset.themeChoice,
    stored: store.get('theme') ?? null,
    cookie: document.cookie,
    metaColour: meta.content,
  };
}

describe('[UI-05] before the first paint', () => {
  test('the system’s theme is the device’s', () => {
    expect(firstPaint({ choice: 'system', source: 'none' }, null, true)).toMatchObject({
      theme: 'dark',
      choice: 'system',
      metaColour: themeColours.dark,
    });
    expect(firstPaint({ choice: 'system', source: 'cookie' }, 'system', false)).toMatchObject({
      theme: 'light',
      metaColour: themeColours.light,
    });
  });

  test('a stored choice whose cookie is gone is taken and written back', () => {
    const seen = firstPaint({ choice: 'system', source: 'none' }, 'midnight', false);
    expect(seen).toMatchObject({ theme: 'midnight', choice: 'midnight', metaColour: themeColours.midnight });
    expect(seen.cookie).toBe(themeCookie('midnight', false));
  });

  test('[UI-05] [LI-10] over https the cookie is named theme too and travels over https only, from the server and from the browser', () => {
    expect(themeCookie('dark', true)).toBe('theme=dark; path=/; max-age=31536000; SameSite=Lax; Secure');
    expect(firstPaint({ choice: 'system', source: 'none' }, 'midnight', false, 'https:').cookie).toBe(
      themeCookie('midnight', true),
    );
    expect(firstPaint({ choice: 'light', source: 'profile' }, null, false, 'https:').cookie).toBe(
      themeCookie('light', true),
    );
  });

  test('a stored value that is no theme is ignored', () => {
    expect(firstPaint({ choice: 'system', source: 'none' }, 'hotdog', true).theme).toBe('dark');
  });

  test('the profile’s theme wins over the store and replaces it', () => {
    expect(firstPaint({ choice: 'light', source: 'profile' }, 'dark', true)).toMatchObject({
      theme: 'light',
      stored: 'light',
      cookie: themeCookie('light', false),
    });
  });
});
