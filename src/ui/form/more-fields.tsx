import type { ReactNode } from 'react';

export interface MoreFieldsProps {
  /** What the line on a small screen says. */
  label: string;
  /** Whether one of them says something: then they are not hidden. */
  isOpen: boolean;
  children: ReactNode;
}

/**
 * Further fields of a search: beside the first on a wide screen, collapsed to one line on a small one, where they would
 * push all results out of sight. It opens without a script.
 */
export function MoreFields({ label, isOpen, children }: MoreFieldsProps) {
  return (
    <details className="more-f" open={isOpen || undefined}>
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  );
}
