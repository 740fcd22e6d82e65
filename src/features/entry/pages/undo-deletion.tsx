import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData, useNavigation } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Note } from '#ui/panel.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { changeLinkInput } from '../change-email/change-email.contract.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { type UndoView, undoDeletion, viewUndo } from '../leaving/undo-deletion.server.ts';
import { messages } from '../messages.ts';

/** The target of “It was not me” in the mail about a deletion. Opening it changes nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const state: UndoView | 'back' = searchParams.has('back') ? 'back' : await viewUndo(pageScope(context).platform, token);
  return { token, state };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform } = pageScope(context);
  const form = await request.formData();
  return answerForm(form, [], async () => {
    await undoDeletion(platform, parseInput(changeLinkInput, { token: text(form, 'token') }).token);
    throw redirect('/auth/undo-deletion?back=1');
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Bring an account back',
    description: 'Undo the deletion of your account.',
    path: '/auth/undo-deletion',
    isSecret: true,
  });

const said = {
  back: {
    title: 'Your account is back',
    lead: 'Sign in as before, and look at your ways to sign in: somebody may have used one that is not yours.',
  },
  unknown: { title: 'This link is not known', lead: messages.undoUnknown },
  over: { title: 'There is nothing to bring back', lead: messages.undoOver },
} as const;

export default function UndoDeletionPage() {
  const { token, state } = useLoaderData<typeof loader>();
  const { problem } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().state === 'submitting';
  if (state !== 'open') {
    return (
      <AuthPage {...said[state]}>
        <ButtonLink kind="primary" size="xl" full to="/auth/sign-in">
          Sign in
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Was it not you?"
      lead="Then bring back your account, your name and your profile. Listings, favourites and a subscription do not return."
    >
      {problem && (
        <Note tone="danger" role="alert" className="mb-5">
          {problem.message}
        </Note>
      )}
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" kind="primary" size="xl" full busy={busy} busyLabel="Bringing it back…">
          Bring my account back
        </Button>
      </Form>
    </AuthPage>
  );
}
