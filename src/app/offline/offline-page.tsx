import { renderToStaticMarkup } from 'react-dom/server';
import cardBack from '#ui/card/card-back.svg?raw';
import latinFont from '#ui/fonts/inter-latin.woff2?url';
import { BrandMark } from '#ui/page/brand-mark.tsx';
import base from '#ui/styles/base.css?inline';
import buttons from '#ui/styles/buttons.css?inline';
import page from '#ui/styles/page.css?inline';
import panel from '#ui/styles/panel.css?inline';
import tokens from '#ui/styles/tokens.css?inline';
import { themeScript } from '#ui/theme/theme.ts';
import own from './offline.css?inline';

/** The browser has the font from the page before; where it has not, another one shows. */
const font = `@font-face{font-family:"Inter Variable";font-weight:400 700;font-display:swap;src:url("${latinFont}") format("woff2")}`;
const styles = [font, tokens, base, buttons, panel, page, own].join('\n');

/** Which of the two it is, and the page itself as soon as the network is back. */
const networkScript = `(function(){var d=document.documentElement;function say(){d.dataset.network=navigator.onLine?'up':'down'}
say();addEventListener('offline',say);addEventListener('online',function(){location.reload()})})()`;

/** In a page of HTML it needs no name of its language. */
const drawing = cardBack.replace(/ xmlns="[^"]*"/, '');

export const offlineScripts = [themeScript, networkScript];

/** The only page without a network. It is self-contained: only the font is fetched for it. */
export function offlinePage(brand: string): string {
  return `<!doctype html>${renderToStaticMarkup(<OfflinePage brand={brand} />)}`;
}

function OfflinePage({ brand }: { brand: string }) {
  return (
    <html lang="en" data-theme="light" data-theme-choice="system" data-theme-source="none">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>{`Page unavailable · ${brand}`}</title>
        {offlineScripts.map((text) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constant scripts that run before the first paint
          <script key={text} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own sheets */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <header className="top">
          <a className="wrap top-in brand" href="/">
            <BrandMark />
            {brand}
          </a>
        </header>
        <main className="wrap oops">
          <div className="e-art" aria-hidden="true">
            {['under', 'over'].map((which) => (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant drawing, because the page cannot fetch it
              <div key={which} dangerouslySetInnerHTML={{ __html: drawing }} />
            ))}
          </div>
          <div data-when="down">
            <h1>You’re offline</h1>
            <p>
              This page needs an internet connection. Nothing was sent. It reloads automatically when you’re back
              online.
            </p>
          </div>
          <div data-when="up">
            <h1>{brand} is unavailable</h1>
            <p>
              We may be updating the site, or your connection may be down. Your saved data is safe. Try again in a
              moment.
            </p>
          </div>
          <div className="oops-a">
            {/* biome-ignore lint/a11y/useValidAnchor: an empty one is the same address again, whatever it is */}
            <a className="btn primary" href="">
              Try again
            </a>
            <a className="btn" href="/">
              Home
            </a>
          </div>
        </main>
      </body>
    </html>
  );
}
