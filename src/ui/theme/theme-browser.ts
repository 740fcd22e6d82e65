import { useEffect, useSyncExternalStore } from 'react';
import {
  readTheme,
  type ThemeAnswer,
  type ThemeChoice,
  themeColours,
  themeCookie,
  themeInForce,
  themeKey,
} from './theme.ts';

const changed = 'themechosen';
const darkDevice = '(prefers-color-scheme: dark)';

function show(choice: ThemeChoice): void {
  const root = document.documentElement;
  const theme = themeInForce(choice, matchMedia(darkDevice).matches);
  root.dataset.themeChoice = choice;
  if (root.dataset.theme !== theme) {
    // Tokens swap at once: half-way colours of a transition would flash.
    root.dataset.themeSwap = '';
    root.dataset.theme = theme;
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', themeColours[theme]);
    void getComputedStyle(root).color;
    requestAnimationFrame(() => {
      delete root.dataset.themeSwap;
    });
  }
}

/** Applies a choice and stores it in localStorage and the cookie. */
export function chooseTheme(choice: ThemeChoice): void {
  show(choice);
  try {
    localStorage.setItem(themeKey, choice);
  } catch {
    // A browser that refuses storage still has the cookie.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = themeCookie(choice, location.protocol === 'https:');
  document.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  document.addEventListener(changed, listener);
  return () => document.removeEventListener(changed, listener);
}

/** The choice in force; `system` is followed live, and a choice made in another tab is taken over. */
export function useTheme(answer: ThemeAnswer): ThemeChoice {
  const choice = useSyncExternalStore(
    subscribe,
    () => readTheme(document.documentElement.dataset.themeChoice) ?? answer.choice,
    () => answer.choice,
  );

  useEffect(() => {
    // A profile's theme arrives with the sign-in, on a page that is already open.
    if (answer.source === 'profile' && document.documentElement.dataset.themeChoice !== answer.choice)
      chooseTheme(answer.choice);
  }, [answer.source, answer.choice]);

  useEffect(() => {
    const device = matchMedia(darkDevice);
    const follow = () => {
      if (document.documentElement.dataset.themeChoice === 'system') show('system');
    };
    const otherTab = (event: StorageEvent) => {
      const theme = event.key === themeKey ? readTheme(event.newValue) : null;
      if (!theme) return;
      show(theme);
      document.dispatchEvent(new Event(changed));
    };
    device.addEventListener('change', follow);
    window.addEventListener('storage', otherTab);
    return () => {
      device.removeEventListener('change', follow);
      window.removeEventListener('storage', otherTab);
    };
  }, []);

  return choice;
}
