import { useEffect } from 'react';

const mark = /^\(\d+\+?\) /;

/** How much is new: before the title of the tab, whatever page comes to stand there, and on the icon of a market that is installed. */
export default function WaitingNumber({ n }: { n: number }) {
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
