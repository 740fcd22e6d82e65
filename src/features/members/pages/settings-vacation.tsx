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
      return { saved: 'You are here' };
    }
    await setVacation(platform, actor, parseInput(vacationInput, typed(form, fields)));
    return { saved: 'Saved' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Vacation',
    description: 'When you are away and sell nothing.',
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
      title="Vacation"
      note="While you are away nothing of yours can be bought. Your pages say when you are back, and offers that wait go on waiting. Orders that are paid must still be sent."
    >
      {vacation && (
        <Note tone={isAway ? 'warning' : 'info'} className="mb-5">
          <Form method="post" className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {isAway ? 'You are away' : 'You have planned to be away'} from {calendarDay(new Date(vacation.from))} to{' '}
              {calendarDay(new Date(vacation.to))}.
            </span>
            <Button type="submit" name="intent" value="end" size="sm">
              {isAway ? 'I am back' : 'Call it off'}
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
              ? 'To begin on another day, end this one first.'
              : 'From 0:00 UTC on, or from now on if it is today.'
          }
          error={problem?.errors?.from}
        />
        <TextInput
          label="Back on"
          name="to"
          type="date"
          required
          min={today}
          defaultValue={values?.to ?? dayOf(vacation?.to) ?? ''}
          help={`From 0:00 UTC on you sell again. At most ${vacationLimits.longestDays} days after the first.`}
          error={problem?.errors?.to}
        />
        <TextInput
          label="Note"
          name="note"
          dir="auto"
          maxLength={vacationLimits.note}
          defaultValue={values?.note ?? vacation?.note ?? ''}
          help="Everybody reads it while you are away."
          error={problem?.errors?.note}
        />
        <SaveRow label={vacation ? 'Save vacation' : 'Go on vacation'} busy={busy} saved={saved} />
      </Form>
    </Panel>
  );
}
