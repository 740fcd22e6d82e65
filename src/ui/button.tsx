import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';

export type ButtonKind = 'primary' | 'default' | 'ghost' | 'danger' | 'danger-quiet';
export type ButtonSize = 'sm' | 'md' | 'xl';

interface Look {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** As wide as its container. */
  full?: boolean;
}

const kinds: Record<ButtonKind, string> = {
  primary: 'primary',
  default: '',
  ghost: 'ghost',
  danger: 'danger',
  'danger-quiet': 'dangerx',
};
const sizes: Record<ButtonSize, string> = { sm: 'sm', md: '', xl: 'xl' };

/** The class for other elements styled as buttons (a `summary`, the label of a file input). */
export function buttonClass(
  { kind = 'default', size = 'md', full = false }: Look = {},
  ...more: (string | undefined)[]
): string {
  return cn('btn', kinds[kind], sizes[size], full && 'full', ...more);
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /**
   * Something is under way: further presses do nothing, and the button keeps its width and its place in the tab order.
   */
  busy?: boolean;
  /** What it reads while busy, for example `Publishing…`. */
  busyLabel?: ReactNode;
}

export function Button({
  kind,
  size,
  full,
  busy = false,
  busyLabel,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, size, full }, className)}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busyLabel === undefined ? (
        <>
          {busy && <Icon of={LoaderCircle} size={16} className="spin" />}
          {children}
        </>
      ) : (
        // Both readings share one cell, so that the width is that of the longer one from the start.
        <span className="btn-two">
          <span className={busy ? 'off' : undefined} aria-hidden={busy || undefined}>
            {children}
          </span>
          <span className={busy ? undefined : 'off'} aria-hidden={!busy || undefined}>
            <Icon of={LoaderCircle} size={16} className="spin" />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  );
}

export interface ButtonLinkProps extends Omit<LinkProps, 'className'>, Look {
  className?: string;
}

/** A link styled as a button: it navigates and has no other effect. */
export function ButtonLink({ kind, size, full, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ kind, size, full }, className)} />;
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: ReactNode;
  /** Its name for all: read aloud, and shown as a tooltip. */
  label: string;
  small?: boolean;
}

export function IconButton({ icon, label, small, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cn('ib', small && 'sm', className)}
      aria-label={label}
      data-tip={rest['aria-expanded'] ? undefined : label}
    >
      {icon}
    </button>
  );
}
