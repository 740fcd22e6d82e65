import { useEffect } from 'react';
import { Form, Link, useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import type { Entry } from '../contract.ts';
import { EntryRow } from './entry-row.tsx';

/** The latest notifications in the header's box, read when it opens. */
export function LatestEntries({ id }: { id: string }) {
  const { load, data } = useFetcher<{ entries: Entry[]; now: string }>();
  useEffect(() => void load('/notifications?latest'), [load]);
  return (
    <>
      <div className="ntf-box-h">
        <h2 id={id}>Notifications</h2>
        {data?.entries.some(({ read }) => !read) && (
          <Form method="post" action="/notifications" navigate={false}>
            <Button type="submit" size="sm" name="intent" value="read-all">
              Mark all as read
            </Button>
          </Form>
        )}
      </div>
      {!data && <p aria-busy="true">Loading…</p>}
      {data?.entries.length === 0 && (
        <p>No notifications yet. Updates about your orders and listings are shown here.</p>
      )}
      {data && data.entries.length > 0 && (
        <ul className="ntf-list">
          {data.entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} now={data.now} brief />
          ))}
        </ul>
      )}
      <div className="ntf-box-f">
        <Link className="link" to="/notifications">
          View all notifications
        </Link>
        <Link className="link" to="/settings/notifications">
          Notification settings
        </Link>
      </div>
    </>
  );
}
