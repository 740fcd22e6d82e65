import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { NamedReportView } from '../../contract.ts';

/** The admin pages of reported records. */
export const placeOf: Partial<Record<NamedReportView['subject']['kind'], (id: string) => string>> = {
  listing: (id) => `/admin/listings/${id}`,
  order: (id) => `/admin/orders/${id}`,
  review: (id) => `/admin/reviews/${id}`,
  wanted: (id) => `/admin/wanted/${id}`,
  list: (id) => `/admin/want-lists/${id}`,
};

/** The report, its reporter, and the answers sent. */
export function ReportFacts({ report }: { report: NamedReportView }) {
  const { subject, reportedId, reportedName, text, createdAt, answeredAt, toReporter, toReported } = report;
  const to = subject.id === null ? null : placeOf[subject.kind]?.(subject.id);
  return (
    <Panel title="Report" id="report">
      <Definitions
        rows={[
          ['Member', reportedName === null ? deletedName : link(`/admin/members/${reportedId}`, reportedName)],
          ['Content', to ? link(to, subject.title ?? 'View content') : subject.title],
          ['Reported', dayMonthYear(new Date(createdAt))],
          ['Closed', answeredAt && dayMonthYear(new Date(answeredAt))],
          ['Rule', report.ground],
        ]}
      />
      {text !== null && (
        <blockquote className="adm-said mt-4" dir="auto">
          {text}
        </blockquote>
      )}
      {toReporter !== null && <Statement title="Message to the reporter" text={toReporter} />}
      {toReported !== null && <Statement title="Message to the reported member" text={toReported} />}
    </Panel>
  );
}

const link = (to: string, words: string) => (
  <Link className="adm-name" to={to}>
    {words}
  </Link>
);

function Statement({ title, text }: { title: string; text: string }) {
  return (
    <div className="adm-refunds">
      <h3>{title}</h3>
      <p className="adm-said" dir="auto">
        {text}
      </p>
    </div>
  );
}

/** What the two wrote, as it stood when it was reported. */
export function FrozenMessages({ report, now }: { report: NamedReportView; now: string }) {
  const { messages, messageCount, subject, reporterId, reporterName, reportedName } = report;
  const nameOf = (id: string) => (id === reporterId ? reporterName : reportedName) ?? deletedName;
  return (
    <Panel
      title="Messages"
      note="Copied at the time of the report, oldest first. No other messages are shown."
      id="messages"
    >
      {messages === null ? (
        <p className="dim">
          {messageCount === 0
            ? 'These members haven’t exchanged messages.'
            : plural(messageCount, {
                one: 'This report includes # message. Assign the report to yourself to read it. This is recorded in the audit log.',
                other:
                  'This report includes # messages. Assign the report to yourself to read them. This is recorded in the audit log.',
              })}
        </p>
      ) : messages.length === 0 ? (
        <p className="dim">This report has no messages.</p>
      ) : (
        <ol className="adm-talk" aria-label="Messages">
          {messages.toReversed().map(({ id, senderId, text, photos, createdAt }) => (
            <li key={id} className={subject.id === id ? 'this' : undefined}>
              <p className="dim">
                <b>{nameOf(senderId)}</b> · <RelativeTime at={createdAt} now={now} ago />
                {subject.id === id && ' · reported'}
              </p>
              {text !== '' && (
                <p className="adm-said" dir="auto">
                  {text}
                </p>
              )}
              {photos.length > 0 && (
                <ul className="adm-photos mt-2" aria-label="Photos">
                  {photos.map((photo) => (
                    <li key={photo.id}>
                      <a href={photo.url} target="_blank" rel="noopener">
                        <PhotoImg photo={photo} sizes="120px" />
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
