import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { Icon } from '../icon.tsx';

export interface PanelProps {
  title?: ReactNode;
  /** One muted line under the title. */
  note?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** Without padding, for a table that reaches the edges. */
  flush?: boolean;
  level?: 2 | 3;
  id?: string;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, note, actions, flush, level = 2, id, className, children }: PanelProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const headingId = id && title ? `${id}-title` : undefined;
  return (
    <section className={cn('panel', flush && 'flush', className)} id={id} aria-labelledby={headingId}>
      {(title || actions) && (
        <div className={cn('ph', flush && 'pad')}>
          <div>
            {title && <Heading id={headingId}>{title}</Heading>}
            {note && <p className="dim">{note}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

export interface DefinitionsProps {
  /** Rows of a word and what it is; a row without a value is left out. */
  rows: readonly (readonly [ReactNode, ReactNode])[];
}

export function Definitions({ rows }: DefinitionsProps) {
  return (
    <dl className="dl2">
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([word, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are fixed by the page and never move
          <div key={at}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export type NoteTone = 'info' | 'warning' | 'danger' | 'success';
const notes: Record<NoteTone, { look: string; icon: LucideIcon }> = {
  info: { look: 'inf', icon: Info },
  warning: { look: 'warnx', icon: TriangleAlert },
  danger: { look: 'dangerbg', icon: CircleAlert },
  success: { look: 'okbg', icon: CircleCheck },
};

export interface NoteProps {
  tone?: NoteTone;
  /** `status` or `alert` where the note appears after something the person did. */
  role?: 'status' | 'alert';
  className?: string;
  children: ReactNode;
}

/** A permanent remark in the page. The result of an action is a toast; an invalid field has its own error. */
export function Note({ tone = 'info', role, className, children }: NoteProps) {
  const { look, icon } = notes[tone];
  return (
    <div className={cn('note', look, className)} role={role}>
      <Icon of={icon} />
      <div>{children}</div>
    </div>
  );
}
