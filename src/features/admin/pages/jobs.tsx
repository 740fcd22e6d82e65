import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { QueueTabs } from '../components/queue-tabs.tsx';
import type { FailedJobView } from '../contract.ts';
import { runAgain, showFailedJobs } from '../health-and-jobs/failed-jobs.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

const queues = [
  { show: 'all', label: 'All', none: 'Jobs and mails that fail stand here, with what they said last.' },
  { show: 'mails', label: 'Mails', none: 'Mails that could not be sent stand here, with what was said last.' },
] as const;

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'look at failed jobs');
  const show = new URL(args.request.url).searchParams.get('show') === 'mails' ? 'mails' : 'all';
  return { show, jobs: await showFailedJobs(pageScope(args.context).platform, { show }) };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at failed jobs');
  const form = await args.request.formData();
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    await runAgain(pageScope(args.context).platform, admin.id, text(form, 'id'));
    return { saved: 'It is tried again now. If it fails, it stands here again.' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Jobs', description: 'Jobs and mails that failed.', path: '/admin/jobs', noIndex: true });

export default function JobsPage() {
  const { jobs, show } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Failed jobs and mails</h1>
          <p>
            What the market could not do yet. It tries most of them again by itself; what it has given up waits for you.
          </p>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      {answer?.problem && (
        <Note tone="danger" role="alert" className="mb-4">
          {answer.problem.message}
        </Note>
      )}
      <section className="panel flush mb-4" aria-label="Which jobs">
        <QueueTabs label="Which" at="/admin/jobs" shelves={queues} show={show} />
        {jobs.length === 0 && (
          <div className="px-6 py-10">
            <EmptyState title="Nothing has failed">{queues.find((queue) => queue.show === show)?.none}</EmptyState>
          </div>
        )}
      </section>
      {jobs.map((job) => (
        <JobPanel key={job.id} job={job} />
      ))}
    </>
  );
}

function JobPanel({ job: { id, task, attempts, isGivenUp, nextAt, createdAt, lastError } }: { job: FailedJobView }) {
  const { formData, state } = useNavigation();
  const next = isGivenUp || nextAt === null ? 'given up' : 'tried again by itself';
  return (
    <Panel
      title={task}
      id={`job-${id}`}
      className="mb-4"
      note={`Since ${dayMonthYear(new Date(createdAt))} · tried ${attempts} times · ${next}`}
    >
      {lastError && (
        <p className="mb-4 wrap-anywhere">
          <code>{lastError}</code>
        </p>
      )}
      <Form method="post" preventScrollReset aria-label={`Run ${task} again`}>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" size="sm" busy={state !== 'idle' && formData?.get('id') === id} busyLabel="Asking…">
          Run again
        </Button>
      </Form>
    </Panel>
  );
}
