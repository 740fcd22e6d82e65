import type { ReactNode } from 'react';
import { CardBack } from '../card/card-back.tsx';

export interface EmptyStateProps {
  /** Names the thing: `No favorites yet`. */
  title: string;
  /** One sentence that says how it fills. */
  children: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}

export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="empty">
      <CardBacks />
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action}
    </div>
  );
}

export function CardBacks() {
  return (
    <div className="e-art" aria-hidden="true">
      <div>
        <CardBack />
      </div>
      <div>
        <CardBack />
      </div>
    </div>
  );
}
