import * as Toast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { type QueuedToast, type ToastTone, toastMs } from './toast-queue.ts';

const looks: Record<ToastTone, { icon: typeof Info; look: string }> = {
  good: { icon: CircleCheck, look: 'ok' },
  bad: { icon: CircleAlert, look: 'no' },
  plain: { icon: Info, look: 'about' },
};

interface ToasterProps {
  toast: QueuedToast | undefined;
  onGone: (id: number) => void;
}

/**
 * One toast at a time, bottom right (left beside a column of actions), 5 s. Hover, focus and an inactive window stop the clock; a swipe to the right or
 * Escape dismisses; F8 moves the focus here (UI-04).
 */
export default function Toaster({ toast, onGone }: ToasterProps) {
  const list = useRef<HTMLOListElement>(null);
  const present = toast !== undefined;
  useEffect(() => {
    // In the top layer a toast is seen over an open dialog; shown again each time, it is above the newest one.
    if (present) list.current?.showPopover();
    else list.current?.hidePopover();
  }, [present]);
  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.key === 'F8' && present) list.current?.focus();
    };
    document.addEventListener('keydown', focusOnF8);
    return () => document.removeEventListener('keydown', focusOnF8);
  }, [present]);
  return (
    <Toast.Provider swipeDirection="right" duration={toastMs} label="Notification">
      {toast && <OneToast key={toast.id} toast={toast} onGone={onGone} />}
      <Toast.Viewport ref={list} className="toasts" popover="manual" hotkey={[]} label="Notifications, F8" />
    </Toast.Provider>
  );
}

function OneToast({ toast, onGone }: { toast: QueuedToast; onGone: (id: number) => void }) {
  const [open, setOpen] = useState(true);
  const [paused, setPaused] = useState(false);
  const tone = toast.tone ?? 'good';
  const { icon, look } = looks[tone];
  useEffect(() => {
    if (open) return;
    // The leaving animation takes 180 ms; the next toast waits for it.
    const timer = setTimeout(() => onGone(toast.id), 200);
    return () => clearTimeout(timer);
  }, [open, onGone, toast.id]);
  return (
    <Toast.Root
      className="toast"
      data-testid="toast"
      data-tone={tone}
      type={tone === 'bad' ? 'foreground' : 'background'}
      open={open}
      onOpenChange={setOpen}
      onPause={() => setPaused(true)}
      onResume={() => setPaused(false)}
    >
      <Icon of={icon} size={19} className={look} />
      <div>
        <Toast.Title asChild>
          <strong>{toast.title}</strong>
        </Toast.Title>
        {toast.text && (
          <Toast.Description asChild>
            <p>{toast.text}</p>
          </Toast.Description>
        )}
      </div>
      {toast.action && (
        <Toast.Action asChild altText={toast.action.label}>
          <button type="button" className="btn sm do" onClick={toast.action.onPress}>
            {toast.action.label}
          </button>
        </Toast.Action>
      )}
      <Toast.Close asChild>
        <button type="button" className="ib sm shut" aria-label="Close">
          <Icon of={X} size={16} />
        </button>
      </Toast.Close>
      <i className="tl" aria-hidden="true" style={paused ? { animationPlayState: 'paused' } : undefined} />
    </Toast.Root>
  );
}
