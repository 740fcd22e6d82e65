import { keepShown, type RenderedPage, showPage } from './keep-shown.ts';
import { createPageClient, type PageClient } from './page-client.ts';
import { reads } from './reads.ts';

export interface LivePage extends PageClient {
  /**
   * Retains the rendered page while a reload fails, and reloads it as soon as that is possible. Returns the function that
   * ends it.
   */
  show(rendered: () => RenderedPage, refresh: () => void): () => void;
}

/** Delays after an unanswered reload while connected: the first, and the maximum. */
const retryMs = 2000;
const maxRetryMs = 60_000;

/**
 * Everything that a page with live events needs, loaded with the first such page: the connection, and the middleware
 * that retains the page while it cannot be reloaded.
 */
export function createLivePage(facts: Parameters<typeof createPageClient>[0]): LivePage {
  const client = createPageClient(facts);
  let isOver = false;
  client.onSessionEnded(() => {
    isOver = true;
  });
  reads.around = keepShown;
  return {
    ...client,
    restart: (viewer) => {
      isOver = false;
      client.restart(viewer);
    },
    show: (rendered, refresh) => {
      let misses = 0;
      let later: ReturnType<typeof setTimeout> | undefined;
      const again = () => {
        if (later === undefined || client.alert().state !== 'connected') return;
        clearTimeout(later);
        later = undefined;
        refresh();
      };
      const missed = () => {
        clearTimeout(later);
        // Many pages receive the same event: jitter spreads their reloads.
        later = setTimeout(again, Math.min(retryMs * 2 ** misses++, maxRetryMs) * (1 + Math.random() / 2));
      };
      const ends = [
        client.onAlert(again),
        showPage({
          rendered,
          missed,
          reached: () => {
            misses = 0;
          },
          // Without a connection no event causes a reload; after the session's end the page has no viewer.
          isRetained: () => client.alert().state !== 'off' && !isOver,
        }),
        () => clearTimeout(later),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
