import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

/** The single-column layout of sign-in pages. */
export function AuthPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[432px] px-4 pt-12 pb-20 max-[900px]:pt-8">
      <h1>{title}</h1>
      <p className="dim mt-2 mb-7 text-[0.9375rem] leading-[1.4375rem]">{lead}</p>
      {children}
    </div>
  );
}

/** A link inside a sentence, in the sentence's own size. */
export const textLink =
  'font-medium text-accent-fg underline decoration-accent-border underline-offset-3 hover:decoration-current';

export function TextLink(props: LinkProps) {
  return <Link {...props} className={textLink} />;
}

/** A separator between two sign-in methods. */
export function Divider({ children }: { children: ReactNode }) {
  return (
    <p className="dim my-6 flex items-center gap-3 text-[0.8125rem] before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {children}
    </p>
  );
}
