import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note } from '#ui/panel.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { AuthPage } from './auth-page.tsx';

interface DisownPageProps {
  token: string;
  /** What stands instead of the form where the link is used, over or unknown, and where to go from there. */
  instead: { title: string; lead: string } | null;
  next: { to: string; label: string };
  /** What the press does, in a sentence. */
  lead: string;
  press: { label: string; busy: string; kind: 'danger' | 'primary' };
}

/** The target of “It was not me” in a mail: opening it changes nothing, one press takes back what somebody else did. */
export function DisownPage({ token, instead, next, lead, press }: DisownPageProps) {
  const { problem } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().state === 'submitting';
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
      {problem && (
        <Note tone="danger" role="alert" className="mb-5">
          {problem.message}
        </Note>
      )}
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" kind={press.kind} size="xl" full busy={busy} busyLabel={press.busy}>
          {press.label}
        </Button>
      </Form>
    </AuthPage>
  );
}
