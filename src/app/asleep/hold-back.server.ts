import type { PageText } from '#app/fewer-bytes.server.ts';
import { escapeMarkup } from '#kernel/escape-markup.ts';
import type { LiveNeeds } from '#platform/realtime/needs.ts';

const preload = /<link rel="modulepreload"[^>]*? href="([^"]*)"[^>]*>/g;
const opening = ' type="module" async="">';
const start = /^<script((?: nonce="[^"]*")?) type="module" async="">([^<]*__reactRouterRouteModules[^<]*)<\/script>/;

/**
 * A visitor's page with its script held back: the framework's module script is there as text under its own nonce, with the files that it would fetch beside
 * it, for `starter.ts` to start. Where the framework writes something else than expected the page stays as it was, heavy but whole: null.
 */
export function holdBack([head, rest]: PageText, watch: string, { line, queries }: LiveNeeds): string[] | null {
  const at = rest.indexOf(opening);
  if (at === -1 || rest.includes(opening, at + 1)) return null;
  const from = rest.lastIndexOf('<script', at);
  const end = rest.slice(from);
  if (!start.test(end)) return null;
  const files: string[] = [];
  // They stand in the head.
  const light = head.replace(preload, (_, href: string) => {
    files.push(href);
    return '';
  });
  const live = line && queries.length > 0 ? ` data-live="${escapeMarkup(JSON.stringify({ ...line, queries }))}"` : '';
  const started = end.replace(
    start,
    (_, nonce: string, text: string) =>
      `<script${nonce} type="text/plain" data-held="${[...new Set(files)].join(' ')}" data-watch="${watch}"${live}>${text}</script>`,
  );
  return [light, rest.slice(0, from), started];
}
