import { follow, type Kept, keptKey, keptPress, keptSubmit } from './kept.ts';

export interface Presses {
  /** The page is awake: does everything that waits, once. */
  play(): void;
  /** The script did not come: what the browser can do by itself is done, and so from now on. */
  giveUp(): void;
}

/** For so long a form waits for the script that would send it; then the browser sends it as it would without one. */
const patienceMs = 10_000;

/**
 * Keeps what a person does before the page's script runs, where only the script knows what it means. Links, searches and what is typed or ticked are the
 * browser's own and go on at once. A second press on the same thing is the same press, by somebody impatient.
 */
export function keepPresses(): Presses {
  const waiting = new Map<EventTarget, Kept>();
  const changed = new Map<EventTarget, () => void>();
  const until = new AbortController();
  let isGivenUp = false;
  let isSending = false;

  const send = ({ native }: Kept) => {
    isSending = true;
    native?.();
    isSending = false;
  };
  /** A form is sent by the browser; for anything else the page is loaded anew, maybe of a newer release whose script is there. Not while offline: it can be read. */
  const withoutScript = (kept: Kept) => {
    if (kept.native) send(kept);
    else if (navigator.onLine) location.reload();
  };
  const keep = (event: Event, kept: Kept | null) => {
    if (!kept || isSending) return;
    if (isGivenUp) {
      if (!kept.native) withoutScript(kept);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (waiting.has(kept.on)) return;
    waiting.set(kept.on, kept);
    if (kept.native) setTimeout(() => waiting.delete(kept.on) && send(kept), patienceMs);
  };
  const listen = <T extends keyof WindowEventMap>(type: T, hear: (event: WindowEventMap[T]) => void) =>
    addEventListener(type, hear, { capture: true, signal: until.signal });
  listen('click', (event) => keep(event, keptPress(event)));
  listen('submit', (event) => keep(event, keptSubmit(event)));
  listen('keydown', (event) => keep(event, keptKey(event)));
  for (const type of ['input', 'change', 'toggle'] as const) listen(type, ({ target }) => target && changed.set(target, follow(target)));

  return {
    play: () => {
      const [typed, pressed] = [[...changed], [...waiting.values()]];
      until.abort();
      waiting.clear();
      changed.clear();
      for (const [on, tell] of typed) whenTakenOver(on, tell);
      // React draws what was typed before it hears of the press that sends it: its handlers know what was drawn.
      queueMicrotask(() => {
        for (const { on, play } of pressed) whenTakenOver(on, play);
      });
    },
    giveUp: () => {
      isGivenUp = true;
      const all = [...waiting.values()];
      waiting.clear();
      for (const kept of all) withoutScript(kept);
    },
  };
}

const lookMs = 20;
const looks = 250;

/** A part that is fetched by itself comes alive after its page; React marks what it has taken over, as journeys of `asleep.e2e.ts` would notice if not. */
function whenTakenOver(on: EventTarget, play: () => void, left = looks): void {
  if (!(on instanceof Element) || Object.keys(on).some((key) => key.startsWith('__reactProps$'))) play();
  else if (on.isConnected && left > 0) setTimeout(whenTakenOver, lookMs, on, play, left - 1);
}
