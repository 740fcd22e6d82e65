/** What `hold-back.server.ts` has made of the page's script, as long as it is held. */
export const heldScript = () => document.querySelector<HTMLScriptElement>('script[data-held]');

/** Starts the page's script as the framework wrote it, under its own nonce or hash, and says whether it came to run. */
export function wakePage(done: (isAwake: boolean) => void): void {
  const held = heldScript();
  if (!held) return;
  const root = document.documentElement;
  let isDone = false;
  const end = (isAwake: boolean) => {
    if (isDone) return;
    isDone = true;
    observer.disconnect();
    delete root.dataset.waking;
    done(isAwake);
  };
  const fail = () => end(false);
  const observer = new MutationObserver(() => 'hydrated' in root.dataset && end(true));
  observer.observe(root, { attributes: true, attributeFilter: ['data-hydrated'] });
  root.dataset.waking = '';
  // All at once: found one behind the other they would come one behind the other.
  for (const href of (held.dataset.held ?? '').split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    link.onerror = fail;
    document.head.append(link);
  }
  const script = document.createElement('script');
  script.type = 'module';
  script.nonce = held.nonce;
  script.textContent = held.textContent;
  script.onerror = fail;
  held.replaceWith(script);
}
