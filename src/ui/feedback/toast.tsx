import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { dismiss, emptyQueue, enqueue, type ToastContent } from './toast-queue.ts';

const loadToaster = () => import('./toaster.tsx');
const Toaster = lazyPart(loadToaster);
/** Once the page has come to rest. A toast that says that the network is gone cannot be fetched then. */
const restMs = 3_000;

type ShowToast = (toast: ToastContent) => void;
const ToastContext = createContext<ShowToast | null>(null);

/**
 * Says what just happened: `const toast = useToast(); toast({ title: 'Listing paused', action: { label: 'Undo', onPress
 * } })`. Never for form errors, and never the only place of something that is needed later.
 */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider above it');
  return show;
}

/** Holds the queue. The renderer and its timers load with the first toast, or when the page is idle. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState(emptyQueue);
  const show = useCallback((toast: ToastContent) => setQueue((before) => enqueue(before, toast)), []);
  const gone = useCallback((id: number) => setQueue((before) => dismiss(before, id)), []);
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster().catch(() => {}), restMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      {queue.lastId > 0 && (
        <Suspense fallback={null}>
          <Toaster toast={queue.waiting[0]} onGone={gone} />
        </Suspense>
      )}
    </ToastContext>
  );
}
