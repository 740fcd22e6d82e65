import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { ownPath } from '#features/auth/index.server.ts';
import { getMemberProfile, memberPolicy, updateProfile } from '#features/members/index.server.ts';
import { tutorialFlags, tutorialKeys, tutorialsAgain } from '#features/members/words.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { useGuides } from '../components/tutorials-provider.tsx';
import { guidesWith } from '../contract.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, memberPolicy, 'change one’s own');
  const { platform } = pageScope(args.context);
  const { tutorialPreferences, onboardingCompleted } = await getMemberProfile(platform.db, actor.id);
  const over = tutorialFlags(tutorialPreferences);
  return { over, isOffered: !onboardingCompleted && tutorialKeys.some((key) => !over[key]) };
}

/** `decline` is the offer's button without JavaScript; any other value shows the hints again. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, memberPolicy, 'change one’s own');
  const declined = tutorialKeys.find((key) => key === form.get('decline'));
  if (!declined) {
    await updateProfile(platform, actor, tutorialsAgain).catch(pageRefusal);
    return { saved: 'Tour suggestions are on.' };
  }
  await updateProfile(platform, actor, { tutorialPreferences: { [declined]: true } }).catch(pageRefusal);
  throw redirect(ownPath(form.get('next'), platform.config.appUrl) ?? '/settings/guides');
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Tours',
    description: 'Take a tour again or turn on tour suggestions.',
    path: '/settings/guides',
    noIndex: true,
  });

export default function SettingsGuidesPage() {
  const { over, isOffered } = useLoaderData<typeof loader>();
  const saved = useFormAnswer<{ saved: string }>()?.saved;
  const guides = guidesWith(useGuides().facts);
  const busy = useNavigation().formMethod === 'POST';
  return (
    <>
      <Panel title="Take a tour" note="5 steps each, shown on the page. Escape ends a tour.">
        <ul className="grid gap-5">
          {tutorialKeys.map((key) => (
            <li key={key} className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <div className="min-w-0 flex-1 basis-[240px]">
                <h3>{guides[key].title}</h3>
                <p className="dim">
                  {over[key] ? 'No longer suggested. ' : ''}
                  <Link className="link" to={`/guides#${guides[key].id}`}>
                    Read the guide
                  </Link>
                </p>
              </div>
              <ButtonLink to={`${guides[key].path}?tour=${key}`} aria-label={`Take the tour: ${guides[key].title}`}>
                Take the tour
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Tour suggestions" note="Each tour is suggested on its page until you take or dismiss it.">
        <Form method="post" className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={busy} busyLabel="Saving…">
            Turn on tour suggestions
          </Button>
          <span role="status" className="dim said">
            {busy ? '' : (saved ?? (isOffered ? 'Tour suggestions are on.' : 'Tour suggestions are off.'))}
          </span>
        </Form>
      </Panel>
    </>
  );
}
