import { type ReactNode, Suspense } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { PlainError } from '#app/pages/errors/plain-error.tsx';
import { readsFrame, useFrameReads } from '#app/rendering/frame-reads.ts';
import { SiteLayout } from '#app/rendering/layout.tsx';
import { loadRoot } from '#app/rendering/root.server.ts';
import { useRootData } from '#app/rendering/root-data.ts';
import { countSubmissions, reads } from '#platform/realtime/client/reads.ts';
import latinFont from '#ui/fonts/inter-latin.woff2?url';
import { applyFormat, useTimeZone } from '#ui/format/reader-format-browser.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import '#ui/styles/app.css';
import { themeInForce, themeScript } from '#ui/theme/theme.ts';
import type { Route } from './+types/root.ts';

const ErrorPage = lazyPart(() => import('#app/pages/errors/error-page.tsx'), PlainError);

export const links: LinksFunction = () => [
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const loader = (args: Route.LoaderArgs) => loadRoot(args);

export const shouldRevalidate = readsFrame;

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  countSubmissions,
  (args, next) => reads.around?.(args, next) ?? next(),
];

export function Layout({ children }: { children: ReactNode }) {
  const { theme, format, density, motion, nonce, accentSheet } = useRootData();
  // Before anything below renders.
  if (typeof document !== 'undefined') applyFormat(format);
  // The script in the head has set these before React arrives, and the theme menu sets them later: what stands is
  // right.
  const now = typeof document === 'undefined' ? null : document.documentElement.dataset;
  return (
    <html
      lang="en"
      data-theme={now?.theme ?? themeInForce(theme.choice, false)}
      data-theme-choice={now?.themeChoice ?? theme.choice}
      data-theme-source={now?.themeSource ?? theme.source}
      data-density={density}
      data-motion={motion}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant that must run before the first paint
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? themeScript : '' }}
        />
        {/* Before every sheet: features bring their own, in any order, and the first mention of a layer decides its rank. */}
        <style>{'@layer theme, base, components, utilities;'}</style>
        <Meta />
        <Links />
        {accentSheet && <style>{accentSheet}</style>}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useFrameReads();
  useTimeZone(useRootData().viewer !== null);
  return (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  );
}

/** Only where the frame's own facts can't be read; pages have their boundary inside the frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteLayout>
      <Suspense>
        <ErrorPage error={error} />
      </Suspense>
    </SiteLayout>
  );
}
