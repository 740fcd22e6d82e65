const resizeWarning = /^ResizeObserver loop (limit exceeded|completed with undelivered notifications)/;

export function isResizeWarning(message: unknown): boolean {
  return typeof message === 'string' && resizeWarning.test(message);
}

/**
 * Browsers report a postponed resize notification as an error; it harms nothing and would bury the real ones (UI-08).
 */
export function silenceResizeWarnings(target: Pick<EventTarget, 'addEventListener'>): void {
  target.addEventListener(
    'error',
    (event) => {
      if (!isResizeWarning((event as ErrorEvent).message)) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    { capture: true },
  );
}
