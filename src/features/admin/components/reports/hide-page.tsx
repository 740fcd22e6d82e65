import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { HideActions, type HideActionsProps, type HideAnswer } from './hide-actions.tsx';

interface HidePageProps extends Omit<HideActionsProps, 'answer'> {
  title: ReactNode;
  /** The public address; null where there is none. */
  publicPage: string | null;
  /** Its facts. */
  children: ReactNode;
}

/** The page of a member's content: its facts, and a form to hide it or show it again. */
export function HidePage({ title, publicPage, children, ...actions }: HidePageProps) {
  const answer = useFormAnswer<HideAnswer>();
  const crumb = actions.thing.charAt(0).toUpperCase() + actions.thing.slice(1);
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Reports', to: '/admin/reports' }, { label: crumb }]} />
      <div className="page-h adm-h">
        <h1>{title}</h1>
        {publicPage && (
          <ButtonLink to={publicPage} size="sm">
            View public page
          </ButtonLink>
        )}
      </div>
      <div className="adm-two">
        <div className="adm-col">{children}</div>
        <div className="adm-col">
          <HideActions {...actions} answer={answer} />
        </div>
      </div>
    </>
  );
}
