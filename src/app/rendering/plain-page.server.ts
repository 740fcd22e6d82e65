import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import type { Platform } from '#platform/platform.ts';
import { decideTheme, themeInForce, themeScript } from '#ui/theme/theme.ts';
import { buildFolder } from './pages.server.ts';

type Html = ReturnType<typeof html>;

export interface PlainPage {
  title: string;
  /** Additional elements of the head. */
  head?: Html;
  content: Html;
}

/**
 * Renders a page outside React Router (mailbox, API reference) in the product's frame: style sheet, font, theme and
 * header.
 */
export type DrawPage = (cookies: string | undefined, page: PlainPage) => Html;

export function plainPages({ site, frame }: Pick<Platform, 'site' | 'frame'>): DrawPage {
  const styles = styleSheets();
  const places = frame.navigation.main.filter((place) => place.for === undefined);
  return (cookies, { title, head, content }) => {
    const { choice, source } = decideTheme(null, cookies ?? null);
    return html`<!doctype html>
      <html lang="en" data-theme="${themeInForce(choice, false)}" data-theme-choice="${choice}" data-theme-source="${source}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · ${site.brand.name}</title>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <script>${raw(themeScript)}</script>
          ${styles.map((path) => html`<link rel="stylesheet" href="${path}" />`)} ${head}
        </head>
        <body>
          <a class="skip" href="#main">Skip to content</a>
          <header class="top">
            <div class="wrap top-in">
              <a class="brand" href="/"><img src="/icon.svg" alt="" width="30" height="30" />${site.brand.name}</a>
              <nav class="nav" aria-label="Main">${places.map(({ to, label }) => html`<a href="${to}">${label}</a>`)}</nav>
            </div>
          </header>
          ${content}
        </body>
      </html>`;
  };
}

/**
 * The style sheet's hashed name in the build. None before the first build; the page then has the browser's default
 * style.
 */
function styleSheets(): string[] {
  const folder = join(buildFolder, 'client/assets');
  try {
    return readdirSync(folder).flatMap((name) => (/^root-.+\.css$/.test(name) ? [`/assets/${name}`] : []));
  } catch {
    return [];
  }
}
