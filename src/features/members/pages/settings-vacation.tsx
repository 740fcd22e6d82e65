import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { calendarDay } from '#kernel/time.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text, typed } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { SaveRow } from '../components/save-row.tsx';
import { vacationInput } from '../contract.ts';
import { getMemberProfile } from '../members.queries.server.ts';
import { memberPolicy } from '../model/member.policy.ts';
import { endVacation } from '../vacation/end-vacation.server.ts';
import { setVacation } from '../vacation/set-vacation.server.ts';
import { vacationLimits } from '../vacation/vacation.rules.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, memberPolicy, 'change one’s own');
  const { platform } = pageScope(args.context);
  const { vacation } = await getMemberProfile(platform.db, actor.id);
  const now = platform.clock.now().toISOString();
  return { vacation, isAway: vacation !== null && vacation.from <= now && now < vacation.to, today: now.slice(0, 10) };
}

const fields = ['from', 'to', 'note'];

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, memberPolicy, 'change one’s own');
  return answerForm(form, fields, async (): Promise<FormAnswer> => {
    if (text(form, 'intent') === 'end') {
      await endVacation(platform, actor);
      return { saved: 'Vacation mode is off' };
    }
    await setVacation(platform, actor, parseInput(vacationInput, typed(form, fields)));
    return { saved: 'Saved' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Vacation mode',
    description: 'Pause your sales while you’re away.',
    path: '/settings/vacation',
    noIndex: true,
  });

export default function SettingsVacationPage() {
  const { vacation, isAway, today } = useLoaderData<typeof loader>();
  const { problem, values, saved } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().formMethod === 'POST';
  const dayOf = (moment: string | undefined) => moment?.slice(0, 10);
  return (
    <Panel
      title="Vacation mode"
      note="While you’re away, buyers can’t order from you. Your listings show when you’ll be back, and open offers are paused. You still need to ship paid orders."
    >
      {vacation && (
        <Note tone={isAway ? 'warning' : 'info'} className="mb-5">
          <Form method="post" className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {isAway
                ? `You’re away from ${calendarDay(new Date(vacation.from))} to ${calendarDay(new Date(vacation.to))}.`
                : `You’ll be away from ${calendarDay(new Date(vacation.from))} to ${calendarDay(new Date(vacation.to))}.`}
            </span>
            <Button type="submit" name="intent" value="end" size="sm">
              {isAway ? 'End vacation' : 'Cancel vacation'}
            </Button>
          </Form>
        </Note>
      )}
      <Form key={`${vacation?.from} ${vacation?.to}`} method="post" noValidate>
        <ErrorSummary
          errors={problem?.errors}
          message={problem?.errors ? undefined : problem?.message}
          attempt={problem}
        />
        <TextInput
          label="First day"
          name="from"
          type="date"
          required
          min={isAway ? undefined : today}
          readOnly={vacation !== null}
          defaultValue={values?.from ?? dayOf(vacation?.from) ?? today}
          help={
            vacation
              ? 'To change the first day, end or cancel this vacation first.'
              : 'Starts at 0:00 UTC, or right away if you choose today.'
          }
          error={problem?.errors?.from}
        />
        <TextInput
          label="Return date"
          name="to"
          type="date"
          required
          min={today}
          defaultValue={values?.to ?? dayOf(vacation?.to) ?? ''}
          help={`You sell again from 0:00 UTC. At most ${vacationLimits.longestDays} days after the first day.`}
          error={problem?.errors?.to}
        />
        <TextInput
          label="Note"
          name="note"
          dir="auto"
          maxLength={vacationLimits.note}
          defaultValue={values?.note ?? vacation?.note ?? ''}
          help="Shown to everyone while you’re away."
          error={problem?.errors?.note}
        />
        <SaveRow label={vacation ? 'Save vacation' : 'Turn on vacation mode'} busy={busy} saved={saved} />
      </Form>
    </Panel>
  );
}
