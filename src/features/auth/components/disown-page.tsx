import { ButtonLink } from '#ui/button.tsx';
import { AuthPage } from './forms/auth-page.tsx';
import { LinkForm, type LinkPress } from './forms/link-form.tsx';

interface DisownPageProps {
  token: string;
  /** Replaces the form when the link is used, expired or unknown, with a link to continue. */
  instead: { title: string; lead: string } | null;
  next: { to: string; label: string };
  title?: string;
  /** What the button does, in a sentence. */
  lead: string;
  press: LinkPress;
}

/**
 * The target of “It was not me” in an email: opening it changes nothing, its button reverts another person's action.
 */
export function DisownPage({ token, instead, next, title = 'If this wasn’t you', lead, press }: DisownPageProps) {
  if (instead) {
    return (
      <AuthPage {...instead}>
        <ButtonLink kind="primary" size="xl" full to={next.to}>
          {next.label}
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={title} lead={lead}>
      <LinkForm token={token} press={press} />
    </AuthPage>
  );
}
