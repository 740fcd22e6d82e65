import { conditionFacts, readCondition } from '#kernel/cards/conditions.ts';
import { cn } from '../cn.ts';

export interface ConditionBadgeProps {
  /** Any spelling; unknown or empty is grey. */
  condition: string | null | undefined;
  /**
   * Long on detail pages, filters and forms; short in tiles and tables, where the whole name is read aloud and shown as
   * a tooltip.
   */
  form?: 'long' | 'short';
  className?: string;
}

export function ConditionBadge({ condition, form = 'long', className }: ConditionBadgeProps) {
  const known = readCondition(condition);
  const { name, short, tone } = conditionFacts[known];
  const long = form === 'long';
  return (
    <span
      className={cn('cond', `cond-${tone}`, long && 'long', className)}
      data-testid="condition-badge"
      data-condition={known}
      title={long ? undefined : name}
    >
      <i aria-hidden="true" />
      {long ? (
        name
      ) : (
        <>
          <span aria-hidden="true">{short}</span>
          <span className="sr">{name}</span>
        </>
      )}
    </span>
  );
}

export interface GradeBadgeProps {
  company: string;
  grade: string | number;
  certificate?: string | null;
  form?: 'long' | 'short';
}

/** A card in a grader's slab shows the grader's word instead of a condition. */
export function GradeBadge({ company, grade, certificate, form = 'long' }: GradeBadgeProps) {
  return (
    <span
      className={cn('slab', form === 'long' && 'long')}
      title={certificate ? `Certificate ${certificate}` : undefined}
    >
      {company} {grade}
      {form === 'long' && certificate && <span className="dim">&nbsp;· {certificate}</span>}
    </span>
  );
}
