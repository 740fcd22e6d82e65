import { useState } from 'react';
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { plural } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { dayMonthYear, dayMs } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { EntryRow } from '../components/entry-row.tsx';
import type { Entry } from '../contract.ts';
import { listEntries } from '../entries/entries.queries.server.ts';
import { deleteNotification, readNotifications, restoreNotification } from '../entries/mark-entries.server.ts';
import { notificationPolicy } from '../model/notification.policy.ts';

const step = 30;
/** In the header. */
const latest = 8;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, notificationPolicy, 'see and mark one’s own');
  const { platform } = pageScope(args.context);
  const { clock } = platform;
  const { searchParams } = new URL(args.request.url);
  const cursor = searchParams.get('cursor') ?? undefined;
  const limit = searchParams.has('latest') ? latest : step;
  const page = await listEntries(platform, actor.id, { cursor, limit }).catch(pageRefusal);
  return {
    entries: page.items,
    nextCursor: page.nextCursor,
    isFirst: cursor === undefined,
    now: clock.now().toISOString(),
  };
}

interface Answer extends FormAnswer {
  removed?: { id: string; title: string };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, notificationPolicy, 'see and mark one’s own');
  const id = text(form, 'id');
  return answerForm(form, [], async (): Promise<Answer> => {
    const intent = text(form, 'intent');
    if (intent === 'read') await readNotifications(platform, actor, { ids: [id] });
    if (intent === 'read-all') await readNotifications(platform, actor, { all: true });
    if (intent === 'restore') await restoreNotification(platform, actor, id);
    if (intent !== 'delete') return {};
    await deleteNotification(platform, actor, id);
    return { removed: { id, title: text(form, 'title') } };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Notifications',
    description: 'Updates about your orders, listings and account.',
    path: '/notifications',
    noIndex: true,
  });

export default function NotificationsPage() {
  const { entries, nextCursor, isFirst, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<Answer>();
  // New entries wait behind a button, so that nothing moves while the member reads.
  const [top, setTop] = useState(entries[0]?.id ?? '');
  const fresh = isFirst && top !== '' ? entries.filter(({ id }) => id > top) : [];
  const days = byDay(entries.slice(fresh.length), new Date(now));
  return (
    <>
      <div className="dh">
        <h1>Notifications</h1>
        <div className="ntf-said" role="status">
          {answer?.problem?.message}
          {answer?.removed && <Removed {...answer.removed} />}
          {fresh.length > 0 && (
            <Button size="sm" onClick={() => setTop(entries[0]?.id ?? '')}>
              {plural(fresh.length, { one: 'View # new notification', other: 'View # new notifications' })}
            </Button>
          )}
        </div>
        <div className="ntf-acts">
          {entries.some(({ read }) => !read) && (
            <Form method="post">
              <Button type="submit" name="intent" value="read-all">
                Mark all as read
              </Button>
            </Form>
          )}
          <ButtonLink kind="ghost" to="/settings/notifications">
            Notification settings
          </ButtonLink>
        </div>
      </div>
      {entries.length === 0 ? (
        <Panel>
          <EmptyState title="No notifications yet">
            Updates about your orders, listings and account appear here for 90 days.
          </EmptyState>
        </Panel>
      ) : (
        days.map(({ day, items }) => (
          <section key={day} aria-label={day} className="ntf-group">
            <h2 className="ntf-day">{day}</h2>
            <Panel flush>
              <ul className="ntf-list">
                {items.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} now={now} />
                ))}
              </ul>
            </Panel>
          </section>
        ))
      )}
      <PageLinks
        label="More notifications"
        className="mt-6 mb-16"
        newest={!isFirst && ['Newest', '/notifications']}
        older={nextCursor !== null && ['Older', listAddress('/notifications', { cursor: nextCursor })]}
      />
    </>
  );
}

function Removed({ id, title }: { id: string; title: string }) {
  return (
    <Form method="post" className="ntf-acts">
      <input type="hidden" name="id" value={id} />
      Deleted: {title}
      <Button type="submit" size="sm" name="intent" value="restore">
        Undo
      </Button>
    </Form>
  );
}

/** Days in UTC, as on all pages. */
function byDay(entries: readonly Entry[], now: Date): { day: string; items: Entry[] }[] {
  const today = dayMonthYear(now);
  const yesterday = dayMonthYear(new Date(now.getTime() - dayMs));
  const days: { day: string; items: Entry[] }[] = [];
  for (const entry of entries) {
    const date = dayMonthYear(new Date(entry.createdAt));
    const day = date === today ? 'Today' : date === yesterday ? 'Yesterday' : date;
    const last = days.at(-1);
    if (last?.day === day) last.items.push(entry);
    else days.push({ day, items: [entry] });
  }
  return days;
}
