import { reads } from '../server/reads.ts';
import { keepShown, type RenderedPage, showPage } from './keep-shown.ts';
import { createPageClient, type PageClient } from './page-client.ts';

export interface LivePage extends PageClient {
  /**
   * Keeps what is rendered while it cannot be read again, and has it read as soon as it can; returns what ends that.
   */
  show(rendered: () => RenderedPage, refresh: () => void): () => void;
}

/** After a read that got no answer, while the connection seems to stand: at first, and at most after many. */
const againMs = 2000;
const mostAgainMs = 60_000;

/**
 * What a page that hears of its news needs, fetched with the first one: its line, and what keeps it while it cannot be
 * read again.
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
        // Many pages hear the same news, and must not come back in step.
        later = setTimeout(again, Math.min(againMs * 2 ** misses++, mostAgainMs) * (1 + Math.random() / 2));
      };
      const ends = [
        client.onAlert(again),
        showPage({
          rendered,
          missed,
          reached: () => {
            misses = 0;
          },
          // Nobody reads again what is of no news, and what was a member's is nobody else's.
          isKept: () => client.alert().state !== 'off' && !isOver,
        }),
        () => clearTimeout(later),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
