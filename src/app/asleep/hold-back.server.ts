import { escapeMarkup } from '#kernel/escape-markup.ts';
import type { LiveNeeds } from '#platform/realtime/needs.ts';

const preload = /<link rel="modulepreload"[^>]*? href="([^"]*)"[^>]*>/g;
const start = /<script((?: nonce="[^"]*")?) type="module" async="">([^<]*__reactRouterRouteModules[^<]*)<\/script>/g;

/**
 * A visitor's page with its script held back: the framework's module script is there as text under its own nonce, with the files that it would fetch beside
 * it, for `starter.ts` to start. Where the framework writes something else than expected the page stays as it was, heavy but whole: null.
 */
export function holdBack(html: string, watch: string, { line, queries }: LiveNeeds): string | null {
  if ([...html.matchAll(start)].length !== 1) return null;
  const files: string[] = [];
  const light = html.replace(preload, (_, href: string) => {
    files.push(href);
    return '';
  });
  const live = line && queries.length > 0 ? ` data-live="${escapeMarkup(JSON.stringify({ ...line, queries }))}"` : '';
  return light.replace(
    start,
    (_, nonce: string, text: string) =>
      `<script${nonce} type="text/plain" data-held="${[...new Set(files)].join(' ')}" data-watch="${watch}"${live}>${text}</script>`,
  );
}
