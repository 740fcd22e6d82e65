/** Theme rules: precedence, storage and the effective theme. The browser's part is in `theme-browser.ts`. */

export const themeChoices = ['light', 'dark', 'midnight', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
/** What `html[data-theme]` says; `system` has been resolved to one of them. */
export type ThemeInForce = Exclude<ThemeChoice, 'system'>;

export const themeKey = 'theme';
export const themeCookieSeconds = 31_536_000;

/** The page's background of each theme, for `<meta name="theme-color">`; a test compares them with the tokens. */
export const themeColours: Record<ThemeInForce, string> = { light: '#FBFAF7', dark: '#101113', midnight: '#030715' };

/** The source of the choice. `none`: localStorage is read before the first paint. */
export interface ThemeAnswer {
  choice: ThemeChoice;
  source: 'profile' | 'cookie' | 'none';
}

export function readTheme(value: unknown): ThemeChoice | null {
  return themeChoices.find((choice) => choice === value) ?? null;
}

/** The valid theme of a `Cookie` header, if it has one. */
export function themeOfCookies(header: string | null): ThemeChoice | null {
  return readTheme(/(?:^|;\s*)theme=([^;]*)/.exec(header ?? '')?.[1]?.trim());
}

/** A valid theme of the profile overrides the browser's; without either it is the system's. */
export function decideTheme(profile: unknown, cookies: string | null): ThemeAnswer {
  const ofProfile = readTheme(profile);
  if (ofProfile) return { choice: ofProfile, source: 'profile' };
  const ofCookie = themeOfCookies(cookies);
  return ofCookie ? { choice: ofCookie, source: 'cookie' } : { choice: 'system', source: 'none' };
}

export function themeInForce(choice: ThemeChoice, deviceIsDark: boolean): ThemeInForce {
  if (choice === 'system') return deviceIsDark ? 'dark' : 'light';
  return choice;
}

/** Named `theme` over https too, where it travels over https only. */
export function themeCookie(choice: ThemeChoice, isHttps: boolean): string {
  return `${themeKey}=${choice}; path=/; max-age=${themeCookieSeconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

/**
 * Runs in the head before anything is painted. The server has written the choice and its source on `<html>`; only the
 * device knows what `system` means, and only the browser's store knows a choice whose cookie is gone. A profile's theme
 * is stored in the cookie too: it outlasts the sign-out (ST-09). One constant text, so that its hash is constant.
 */
export const themeScript = `(function(){var d=document.documentElement,c=d.dataset.themeChoice,p=d.dataset.themeSource,h=/^https/.test(document.location.protocol),n='${themeKey}=',l='; path=/; max-age=${themeCookieSeconds}; SameSite=Lax'+(h?'; Secure':'');
try{var s=localStorage.getItem('${themeKey}');if(p==='none'&&/^(light|dark|midnight|system)$/.test(s)){c=s;document.cookie=n+c+l}
if(p!=='none'&&s!==c)localStorage.setItem('${themeKey}',c)}catch(e){}
if(p==='profile'&&('; '+document.cookie+';').indexOf('; '+n+c+';')<0)document.cookie=n+c+l;
var t=c==='system'?(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'):c;
d.dataset.theme=t;d.dataset.themeChoice=c;
var m=document.createElement('meta');m.name='theme-color';m.content=${JSON.stringify(themeColours)}[t];document.head.appendChild(m)})()`;
