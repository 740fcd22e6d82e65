import { Info, TriangleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Icon } from '../icon.tsx';

const storageKey = 'announcement';
const listeners = new Set<() => void>();
/** What this page closed, where the browser stores nothing. */
let closedHere: string | null = null;

/**
 * Hides a closed announcement before the first paint, since a cached page has it for everybody. Its element is the one
 * before the script.
 */
const hideScript = `(function(){var a=document.currentScript.previousElementSibling;try{if(localStorage.getItem('${storageKey}')===a.dataset.announcement)a.hidden=true}catch(e){}})()`;

function closed(): string | null {
  try {
    return closedHere ?? localStorage.getItem(storageKey);
  } catch {
    return closedHere;
  }
}

function close(id: string): void {
  closedHere = id;
  try {
    localStorage.setItem(storageKey, id);
  } catch {
    // Private windows may store nothing: it stays closed until the next load.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface Props {
  id: string;
  text: string;
  link: string | null;
  kind: 'info' | 'warning';
  nonce: string;
}

/** What the admins announce, above every page until its reader closes it. */
export function Announcement({ id, text, link, kind, nonce }: Props) {
  const isClosed = useSyncExternalStore(
    subscribe,
    () => closed() === id,
    () => false,
  );
  if (isClosed) return null;
  return (
    <>
      <aside
        className={`announcement ${kind}`}
        aria-label="Announcement"
        data-announcement={id}
        suppressHydrationWarning
      >
        <div className="wrap">
          <Icon of={kind === 'warning' ? TriangleAlert : Info} size={16} />
          <p>
            {link ? (
              <a className="link" href={link}>
                {text}
              </a>
            ) : (
              text
            )}
          </p>
          <button type="button" className="ib sm" aria-label="Close announcement" onClick={() => close(id)}>
            <Icon of={X} size={16} />
          </button>
        </div>
      </aside>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant that must run before the first paint
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? hideScript : '' }}
      />
    </>
  );
}
