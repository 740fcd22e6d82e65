import { keepPresses } from './presses.ts';
import { onceShown } from './shown.ts';
import { heldScript, onceAwake, readAhead, wakePage } from './wake.ts';

/**
 * Stands in the head of a visitor's page, whole (`dev/asleep.ts`), before anything can be pressed. The page's own script is held back until somebody is
 * there: the first sign of a person fetches and starts it, and what they pressed meanwhile is done once it runs (docs/decisions/0099-pages-that-sleep.md).
 */
// A screen reader may press without a pointer, a key or the focus.
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'click', 'input', 'change', 'page-wake'];
/** After this long the page has come to rest: from here on it listens for news. What happened before, the line tells when it is opened. */
const restMs = 1_000;

const until = new AbortController();

/** A page that has just come is told where a mouse lies, by some browsers as a move: nobody has done anything. */
const isStill = (sign?: Event) => sign instanceof PointerEvent && sign.type === 'pointermove' && sign.movementX === 0 && sign.movementY === 0;

function begin(sign?: Event): void {
  if (isStill(sign)) return;
  until.abort();
  whenRead(() => {
    if (!heldScript()) return;
    document.documentElement.dataset.waking = '';
    dispatchEvent(new Event('page-waking'));
    readAhead('high');
    onceShown(sign, () => wakePage((isAwake) => (isAwake ? presses.play() : presses.giveUp())));
  });
}

function whenRead(work: () => void): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', work, { once: true });
  else work();
}

for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true, signal: until.signal });
// After those: a press that is kept goes no further, and would wake nobody.
const presses = keepPresses();
// The device's theme has changed, and the page's follows.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', begin, { signal: until.signal });
// A page that was not held back has its script on the way.
whenRead(() => {
  if (heldScript()) return;
  until.abort();
  onceAwake(presses.play);
});
// Where one signs in the page looks by itself whether it can, and offers a passkey in the field: it wakes once all else is there.
const isEntry = location.pathname.startsWith('/auth/');
addEventListener('load', () => (isEntry ? begin() : setTimeout(watch, restMs)), { signal: until.signal });

function watch(): void {
  const file = heldScript()?.dataset.watch;
  if (file && !until.signal.aborted) void import(/* @vite-ignore */ file);
}
