import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { formatList } from '#kernel/format.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { describeUnsubscribe, unsubscribe } from '../send/unsubscribe.server.ts';

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token');

/** Mail programs and link scanners open every link: a GET changes nothing. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { platform } = pageScope(context);
  try {
    const { username, kinds, isOff } = await describeUnsubscribe(platform, tokenOf(request));
    return {
      username,
      about: {
        label: formatList(kinds.map(({ label }) => label)),
        means: kinds.map(({ means }) => means).join(' '),
      },
      isOff,
      refused: null,
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return data({ username: null, about: null, isOff: false, refused: error.message }, { status: error.status });
  }
}

/**
 * Serves the page's button and the one-click POST of a mail program (RFC 8058), which sends neither cookie nor origin.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  return answerForm(new FormData(), [], async () => {
    await unsubscribe(pageScope(context).platform, tokenOf(request));
    return { done: true };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Unsubscribe',
    description: 'Unsubscribe from one kind of email.',
    path: '/unsubscribe',
    isSecret: true,
  });

export default function UnsubscribePage() {
  const { username, about, isOff, refused } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === 'submitting';
  return (
    <div className="mx-auto w-full max-w-[480px] px-4 pt-12 pb-20 max-md:pt-8">
      {about === null ? (
        <>
          <h1>This link isn’t valid</h1>
          <p className="dim mt-2 mb-7 text-[0.9375rem] leading-[1.4375rem]">{refused}</p>
        </>
      ) : isOff ? (
        <div role="status">
          <h1>You’re unsubscribed</h1>
          <p className="dim mt-2 mb-7 text-[0.9375rem] leading-[1.4375rem]">
            {username} no longer receives these emails: {about.label}. Required emails are still sent.
          </p>
        </div>
      ) : (
        <>
          <h1>Unsubscribe</h1>
          <p className="dim mt-2 mb-7 text-[0.9375rem] leading-[1.4375rem]">
            {username} will no longer receive these emails: {about.label}. {about.means} Other emails are still sent.
          </p>
          <Form method="post">
            <Button type="submit" kind="primary" size="xl" full busy={busy} busyLabel="Unsubscribing…">
              Unsubscribe
            </Button>
          </Form>
        </>
      )}
      <ButtonLink to="/settings/notifications" className="mt-4" full>
        Email preferences
      </ButtonLink>
    </div>
  );
}
