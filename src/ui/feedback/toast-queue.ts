export type ToastTone = 'good' | 'bad' | 'plain';

export interface ToastContent {
  title: string;
  /** One line. */
  text?: string;
  /** `bad` interrupts a screen reader; the others wait for a pause. */
  tone?: ToastTone;
  /** At most one, usually Undo. */
  action?: { label: string; onPress: () => void };
}

export interface QueuedToast extends ToastContent {
  id: number;
}

export interface ToastQueue {
  lastId: number;
  waiting: readonly QueuedToast[];
}

export const toastMs = 5_000;
export const emptyQueue: ToastQueue = { lastId: 0, waiting: [] };

/** The toast joins the end; the first of the queue is the one on screen, so each gets its whole time. */
export function enqueue(queue: ToastQueue, toast: ToastContent): ToastQueue {
  const id = queue.lastId + 1;
  return { lastId: id, waiting: [...queue.waiting, { ...toast, id }] };
}

export function dismiss(queue: ToastQueue, id: number): ToastQueue {
  return { ...queue, waiting: queue.waiting.filter((toast) => toast.id !== id) };
}
