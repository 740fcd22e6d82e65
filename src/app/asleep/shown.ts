/** A press is held for so long at the most before it counts as one. */
const holdMs = 500;
/** Where nothing is drawn (a page in the background), nobody waits for a frame. */
const frameMs = 100;

/** Does the work once what somebody has just done is over and its effect is drawn: a press is answered by the browser before anything heavy begins. */
export function onceShown(sign: Event | undefined, work: () => void): void {
  if (!sign || !/^(pointerdown|touchstart)$/.test(sign.type)) {
    afterFrame(work);
    return;
  }
  const until = new AbortController();
  const over = () => {
    if (until.signal.aborted) return;
    until.abort();
    afterFrame(work);
  };
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, over, { capture: true, signal: until.signal });
  setTimeout(over, holdMs);
}

function afterFrame(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, frameMs);
}
