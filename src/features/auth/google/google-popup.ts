import { type PopupMessage, readPopupMessage } from './google-answers.ts';

export type PopupEnd = PopupMessage | 'closed' | 'blocked';

const watchMs = 300;
/** A popup closes right after its message, which may arrive later. */
const graceMs = 600;

/** Opens the Google flow in a popup and waits for its result. `signal` aborts waiting. */
export function openGooglePopup(url: string, signal: AbortSignal): Promise<PopupEnd> {
  const [width, height] = [480, 640];
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  const popup = open(url, 'sleeved-google', `popup,width=${width},height=${height},left=${left},top=${top}`);
  if (!popup) return Promise.resolve('blocked');
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const end = (how: PopupEnd) => {
      waiting.abort();
      clearInterval(watch);
      resolve(how);
    };
    let closedAt: number | null = null;
    const watch = setInterval(() => {
      if (!popup.closed) return;
      closedAt ??= Date.now();
      if (Date.now() - closedAt >= graceMs) end('closed');
    }, watchMs);
    addEventListener(
      'message',
      (event) => {
        const said = readPopupMessage(event, popup, location.origin);
        if (said) end(said);
      },
      { signal: waiting.signal },
    );
    signal.addEventListener('abort', () => end('closed'), { signal: waiting.signal });
  });
}
