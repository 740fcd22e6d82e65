import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { plural } from '#kernel/format.ts';
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
  {
    show: 'all',
    label: 'All',
    empty: 'No failed jobs',
    none: 'Failed jobs and emails appear here, with their last error.',
  },
  {
    show: 'mails',
    label: 'Emails',
    empty: 'No failed emails',
    none: 'Failed emails appear here, with their last error.',
  },
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
    return { saved: 'Job running. If it fails again, it appears here.' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Jobs', description: 'Failed jobs and emails.', path: '/admin/jobs', noIndex: true });

export default function JobsPage() {
  const { jobs, show } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const queue = queues.find((one) => one.show === show) ?? queues[0];
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Jobs</h1>
          <p>Failed jobs and emails. Most are retried automatically. Run the others manually.</p>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      {answer?.problem && (
        <Note tone="danger" role="alert" className="mb-4">
          {answer.problem.message}
        </Note>
      )}
      <section className="panel flush mb-4" aria-label="Failed jobs">
        <QueueTabs label="Filter jobs" at="/admin/jobs" shelves={queues} show={show} />
        {jobs.length === 0 && (
          <div className="px-6 py-10">
            <EmptyState title={queue.empty}>{queue.none}</EmptyState>
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
  const next = isGivenUp || nextAt === null ? 'Not retried' : 'Retried automatically';
  return (
    <Panel
      title={task}
      id={`job-${id}`}
      className="mb-4"
      note={`${dayMonthYear(new Date(createdAt))} · ${plural(attempts, { one: '# attempt', other: '# attempts' })} · ${next}`}
    >
      {lastError && (
        <p className="mb-4 wrap-anywhere">
          <code>{lastError}</code>
        </p>
      )}
      <Form method="post" preventScrollReset aria-label={`Run ${task} again`}>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" size="sm" busy={state !== 'idle' && formData?.get('id') === id} busyLabel="Running…">
          Run job again
        </Button>
      </Form>
    </Panel>
  );
}
