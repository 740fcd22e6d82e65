import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { findMemberProfile } from '#features/members/index.server.ts';
import { SaveRow } from '#features/members/widgets.tsx';
import { notFound } from '#kernel/refusal.ts';
import { addMs, dayMonthYear, dayMs, timeLeft } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { UnsavedChanges } from '#ui/form/unsaved/unsaved-changes.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { ChannelTable } from '../components/channel-table.tsx';
import { PushHere } from '../components/push-here.tsx';
import { channels, type PreferencesInput } from '../contract.ts';
import { choosePreferences } from '../preferences/choose-preferences.server.ts';
import '../components/notifications.css';
import { notificationPolicy } from '../model/notification.policy.ts';
import { kindsOfForm, notifiedKinds } from '../preferences/preference.rules.ts';
import { getPreferences } from '../preferences/preferences.queries.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, notificationPolicy, 'read and change one’s own');
  const { platform } = pageScope(args.context);
  const now = platform.clock.now();
  const [own, { kinds: chosen, mute, pause }] = await Promise.all([
    findMemberProfile(platform.db, actor.id),
    getPreferences(platform, actor),
  ]);
  if (!own) return pageRefusal(notFound('This account was deleted.'));
  const kinds = notifiedKinds(platform, actor.role).map((kind) => ({
    ...kind,
    on: channels.filter((channel) => chosen[kind.name]?.[channel]),
  }));
  const always = platform.mails.always.map(({ what, why }) => ({ what, why }));
  return {
    email: own.email,
    kinds,
    always,
    mute,
    pause: pause && { until: pause.until, words: pauseWords(pause.until, now) },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, notificationPolicy, 'read and change one’s own');
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    const kinds = kindsOfForm(form, notifiedKinds(platform, actor.role));
    await choosePreferences(platform, actor, {
      kinds,
      mute: form.get('mute') === 'on',
      ...pauseOf(form.get('pause'), platform.clock.now()),
    });
    return { saved: 'Saved' };
  });
}

/** `keep` leaves the pause's end unchanged; every other choice sends emails or sets a new end. */
function pauseOf(chosen: unknown, now: Date): Pick<PreferencesInput, 'pause'> {
  if (chosen === 'keep') return {};
  if (chosen === 'open') return { pause: { until: null } };
  if (chosen !== 'day' && chosen !== 'week') return { pause: null };
  return { pause: { until: addMs(now, chosen === 'day' ? dayMs : 7 * dayMs).toISOString() } };
}

function pauseWords(until: string | null, now: Date): string {
  if (until === null) return 'Until you resume emails.';
  return `Until ${dayMonthYear(new Date(until))}, ${timeLeft(new Date(until), now)}.`;
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Notifications',
    description: 'Choose your notifications and how you receive them.',
    path: '/settings/notifications',
    noIndex: true,
  });

const pauses = [
  { value: 'day', label: 'For 1 day' },
  { value: 'week', label: 'For 1 week' },
  { value: 'open', label: 'Until resumed' },
];

export default function SettingsNotificationsPage() {
  const { email, kinds, always, mute, pause } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const busy = useNavigation().formMethod === 'POST';
  const present = pause ? [{ value: 'keep', label: 'Keep paused', means: pause.words }] : [];
  // A pause that just started is a new choice: remount the fields.
  const state = pause ? (pause.until ?? 'open') : 'on';
  return (
    <>
      <Panel title="Notification settings" note={`We send emails to ${email}. Each has a link to unsubscribe.`}>
        <Form method="post">
          <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
          <Checkbox
            name="mute"
            label="Mute all notifications"
            help="Turns off all notifications on every channel. Your choices are kept. Required emails are still sent."
            defaultChecked={mute}
          />
          <ChannelTable kinds={kinds} />
          <div className="mt-6">
            <RadioCards
              key={state}
              legend="Pause emails"
              name="pause"
              mark={false}
              options={[...present, { value: 'off', label: pause ? 'Resume emails' : 'Not paused' }, ...pauses]}
              defaultValue={pause ? 'keep' : 'off'}
              help="Updates during a pause aren’t emailed later. You can see them in your orders and on the dashboard."
            />
          </div>
          <SaveRow busy={busy} saved={answer?.saved} />
          <UnsavedChanges key={state} answer={answer} />
        </Form>
      </Panel>
      <Panel title="This device" note="Push notifications on this phone or computer.">
        <PushHere />
      </Panel>
      <Panel title="Required emails" note="You can’t turn these off.">
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
