import { useEffect } from 'react';
import { useUnreadWriters } from './unread-writers.ts';

const mark = /^\(\d+\+?\) /;

export interface WaitingNumberProps {
  /** How much is new. */
  n: number;
  /** In how many conversations something waits. */
  chats: number;
  viewerId: string;
  /** Called with the writers' names, as the text of a tooltip. */
  tell(words: string | null): void;
}

/**
 * The number of unread items: before the title of the tab on every page, and on the icon of the installed app. Also
 * loads the names of the writers, which only members with unread messages need.
 */
export default function WaitingNumber({ n, chats, viewerId, tell: notify }: WaitingNumberProps) {
  const writers = useUnreadWriters(chats, viewerId);
  useEffect(() => notify(writers), [notify, writers]);
  useEffect(() => {
    const say = (prefix: string) => {
      const title = prefix + document.title.replace(mark, '');
      if (document.title !== title) document.title = title;
    };
    const sayNumber = () => say(n === 0 ? '' : `(${n > 99 ? '99+' : n}) `);
    const watcher = new MutationObserver(sayNumber);
    sayNumber();
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    // Not every browser has it, nor lets every page.
    void navigator.setAppBadge?.(n).catch(() => undefined);
    return () => {
      watcher.disconnect();
      say('');
      void navigator.clearAppBadge?.().catch(() => undefined);
    };
  }, [n]);
  return null;
}
