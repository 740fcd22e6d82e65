import { ButtonLink } from '#ui/button.tsx';
import { AuthPage } from './forms/auth-page.tsx';
import { LinkForm, type LinkPress } from './forms/link-form.tsx';

interface DisownPageProps {
  token: string;
  /** What stands instead of the form where the link is used, over or unknown, and where to go from there. */
  instead: { title: string; lead: string } | null;
  next: { to: string; label: string };
  /** What the press does, in a sentence. */
  lead: string;
  press: LinkPress;
}

/** The target of “It was not me” in a mail: opening it changes nothing, one press takes back what somebody else did. */
export function DisownPage({ token, instead, next, lead, press }: DisownPageProps) {
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
    <AuthPage title="Was it not you?" lead={lead}>
      <LinkForm token={token} press={press} />
    </AuthPage>
  );
}
