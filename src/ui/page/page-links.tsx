import { ButtonLink, type ButtonLinkProps } from '../button.tsx';
import { cn } from '../cn.ts';

type Way = readonly [words: string, to: string] | false | null;

export interface PageLinksProps extends Pick<ButtonLinkProps, 'size' | 'preventScrollReset'> {
  label: string;
  /** Back to the first page; nothing on it. */
  newest: Way;
  /** On to the next page; nothing on the last. */
  older: Way;
  className?: string;
}

/** The ways on from one page of a list that is read by cursor. */
export function PageLinks({ label, newest, older, className, ...link }: PageLinksProps) {
  const ways = [newest, older].filter((way) => way !== false && way !== null);
  if (ways.length === 0) return null;
  return (
    <nav className={cn('flex flex-wrap gap-3', className)} aria-label={label}>
      {ways.map(([words, to]) => (
        <ButtonLink key={words} to={to} {...link}>
          {words}
        </ButtonLink>
      ))}
    </nav>
  );
}
