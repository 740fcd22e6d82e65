import { X } from 'lucide-react';
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

export interface DialogProps {
  open: boolean;
  /**
   * Escape, the close button or a press outside. What was typed stays in the fields until the dialog's owner is gone.
   */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: 'small' | 'normal' | 'wide';
  /** Under 900 px the sheet takes the whole height (filters). */
  tall?: boolean;
  /** Something is typed: a press outside, which is easily made by accident, does not close. */
  dirty?: boolean;
  /** Buttons, fixed at the bottom. They reach a form inside by its id (`form="…"`). */
  footer?: ReactNode;
  testId?: string;
  children: ReactNode;
}

/**
 * A dialog, and below 900 px a bottom sheet, from one native `dialog`: the browser keeps the focus inside, the rest
 * inert, and gives the focus back to the opener. Rendered open by the server it is readable without script.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  size = 'normal',
  tall,
  dirty,
  footer,
  testId,
  children,
}: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedOutside = useRef(false);
  const id = useId();
  const [openAtFirst] = useState(open);
  const [everOpen, setEverOpen] = useState(open);
  if (open && !everOpen) setEverOpen(true);

  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (!open) {
      if (dialog.open) dialog.close();
      return;
    }
    if (dialog.matches(':modal')) return;
    if (dialog.open) dialog.close();
    dialog.showModal();
    const firstField = dialog.querySelector<HTMLElement>(
      '[data-autofocus], .dlg-b :is(input:not([type=hidden]), select, textarea)',
    );
    // On a touch screen a focused field would raise the keyboard over the sheet before it was read.
    const byTouch = matchMedia('(pointer: coarse)').matches;
    (firstField && !byTouch ? firstField : heading.current)?.focus();
  }, [open]);

  // A dialog that a page's address opens is removed while it is open. Only closing it gives the focus back.
  useLayoutEffect(() => {
    const dialog = box.current;
    return () => dialog?.close();
  }, []);

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  const outside = (event: MouseEvent) => event.target === box.current;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out and arrives as `cancel`
    <dialog
      ref={box}
      open={openAtFirst || undefined}
      className={cn('dlg', size !== 'normal' && size, tall && 'tall')}
      aria-labelledby={`${id}-t`}
      aria-describedby={description ? `${id}-d` : undefined}
      data-testid={testId}
      onCancel={cancel}
      onMouseDown={(event) => {
        pressedOutside.current = outside(event);
      }}
      onClick={(event) => {
        if (pressedOutside.current && outside(event) && !dirty) onClose();
      }}
    >
      {everOpen && (
        <>
          <div className="dlg-h">
            <h2 id={`${id}-t`} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            <IconButton icon={<Icon of={X} size={20} />} label="Close" onClick={onClose} />
          </div>
          {description && (
            <p className="dlg-d" id={`${id}-d`}>
              {description}
            </p>
          )}
          <div className="dlg-b">{children}</div>
          {footer && <div className="dlg-f">{footer}</div>}
        </>
      )}
    </dialog>
  );
}
