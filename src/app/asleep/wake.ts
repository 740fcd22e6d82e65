/** What `hold-back.server.ts` has made of the page's script, as long as it is held. */
export const heldScript = () => document.querySelector<HTMLScriptElement>('script[data-held]');

/** Nobody has been there yet. */
export const isAsleep = () => heldScript() !== null && !('waking' in document.documentElement.dataset);

/**
 * Has the browser fetch and read every file of the page's script, all at once: found one behind the other they would come one behind the other. Nothing of it
 * runs. One that does not come is asked for again when the script starts.
 */
export function readAhead(priority: 'low' | 'high', onError = () => {}): void {
  for (const href of heldScript()?.dataset.held?.split(' ') ?? []) {
    const known = document.head.querySelector<HTMLLinkElement>(`link[rel=modulepreload][href="${href}"]`);
    const link = known ?? document.createElement('link');
    link.onerror = () => {
      link.remove();
      onError();
    };
    if (known) continue;
    link.rel = 'modulepreload';
    link.href = href;
    link.fetchPriority = priority;
    document.head.append(link);
  }
}

/** Once React has taken the page over, at once where it has. What it answers ends the waiting. */
export function onceAwake(done: () => void): () => void {
  const root = document.documentElement;
  const observer = new MutationObserver(look);
  function look(): void {
    if (!('hydrated' in root.dataset)) return;
    observer.disconnect();
    done();
  }
  observer.observe(root, { attributes: true, attributeFilter: ['data-hydrated'] });
  look();
  return () => observer.disconnect();
}

/** Starts the page's script as the framework wrote it, under its own nonce or hash, and says whether it came to run. */
export function wakePage(done: (isAwake: boolean) => void): void {
  const held = heldScript();
  if (!held) return;
  const root = document.documentElement;
  let isDone = false;
  let stopWaiting = () => {};
  const end = (isAwake: boolean) => {
    if (isDone) return;
    isDone = true;
    stopWaiting();
    delete root.dataset.waking;
    done(isAwake);
  };
  const fail = () => end(false);
  stopWaiting = onceAwake(() => end(true));
  readAhead('high', fail);
  const script = document.createElement('script');
  script.type = 'module';
  script.nonce = held.nonce;
  script.textContent = held.textContent;
  script.onerror = fail;
  held.replaceWith(script);
}
