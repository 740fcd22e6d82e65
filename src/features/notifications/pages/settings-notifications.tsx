import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { findMemberProfile } from '#features/members/index.server.ts';
import { SaveRow } from '#features/members/widgets.tsx';
import { notFound } from '#kernel/refusal.ts';
import { addMs, dayMonthYear, dayMs, timeLeft } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Checkbox } from '#ui/field.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Panel } from '#ui/panel.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { UnsavedChanges } from '#ui/unsaved-changes.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { chooseMails } from '../choose-mails.server.ts';
import type { MailPreferencesInput } from '../contract.ts';
import { notificationPolicy } from '../notification.policy.ts';
import { mailsOfForm, namesOf } from '../preference.rules.ts';
import { getPreferences } from '../preferences.queries.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, notificationPolicy, 'read and change one’s own');
  const { platform } = pageScope(args.context);
  const now = platform.clock.now();
  const [own, { mails, pause }] = await Promise.all([findMemberProfile(platform.db, actor.id), getPreferences(platform, actor.id)]);
  if (!own) return pageRefusal(notFound('This account is gone.'));
  const kinds = platform.mails.kinds.map(({ name, label, means }) => ({ name, label, means, isMailed: mails[name] ?? true }));
  const always = platform.mails.always.map(({ what, why }) => ({ what, why }));
  return { email: own.email, kinds, always, pause: pause && { until: pause.until, words: pauseWords(pause.until, now) } };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, notificationPolicy, 'read and change one’s own');
  const mails = mailsOfForm(form, namesOf(platform.mails));
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    await chooseMails(platform, actor.id, { mails, ...pauseOf(form.get('pause'), platform.clock.now()) });
    return { saved: 'Saved' };
  });
}

/** A pause that is kept ends when it ended before; whatever else the form says, mails are sent. */
function pauseOf(chosen: unknown, now: Date): Pick<MailPreferencesInput, 'pause'> {
  if (chosen === 'keep') return {};
  if (chosen === 'open') return { pause: { until: null } };
  if (chosen !== 'day' && chosen !== 'week') return { pause: null };
  return { pause: { until: addMs(now, chosen === 'day' ? dayMs : 7 * dayMs).toISOString() } };
}

function pauseWords(until: string | null, now: Date): string {
  if (until === null) return 'Until you turn them on again.';
  return `Until ${dayMonthYear(new Date(until))}, ${timeLeft(new Date(until), now)}.`;
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Notifications', description: 'Which mails you get.', path: '/settings/notifications', noIndex: true });

const pauses = [
  { value: 'day', label: 'For a day' },
  { value: 'week', label: 'For a week' },
  { value: 'open', label: 'Until I turn them on' },
];

export default function SettingsNotificationsPage() {
  const { email, kinds, always, pause } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const busy = useNavigation().formMethod === 'POST';
  const present = pause ? [{ value: 'keep', label: 'Stay paused', means: pause.words }] : [];
  // A pause that was just begun is another choice than before, to be chosen from anew.
  const state = pause ? (pause.until ?? 'open') : 'on';
  return (
    <>
      <Panel title="Mails" note={`They go to ${email}. Each has a link that stops its kind at once.`}>
        <Form method="post">
          <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
          <fieldset>
            <legend className="mb-2 font-semibold">Mail me about</legend>
            {kinds.map(({ name, label, means, isMailed }) => (
              <Checkbox key={name} name={name} label={label} help={means} defaultChecked={isMailed} />
            ))}
          </fieldset>
          {kinds.map(({ name }) => (
            <input key={name} type="hidden" name="shown" value={name} />
          ))}
          <div className="mt-6">
            <RadioCards
              key={state}
              legend="Pause all of these"
              name="pause"
              mark={false}
              options={[...present, { value: 'off', label: pause ? 'Send them again' : 'Not paused' }, ...pauses]}
              defaultValue={pause ? 'keep' : 'off'}
              help="What happens during a pause is not mailed later. It stands under Orders and in your dashboard."
            />
          </div>
          <SaveRow busy={busy} saved={answer?.saved} />
          <UnsavedChanges key={state} answer={answer} />
        </Form>
      </Panel>
      <Panel title="Always mailed" note="These can’t be turned off, and no pause holds them.">
        <dl className="grid gap-3">
          {always.map(({ what, why }) => (
            <div key={what}>
              <dt className="font-semibold">{what}</dt>
              <dd className="dim">{why}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
