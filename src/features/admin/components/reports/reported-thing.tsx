import { Link } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { ConditionBadge } from '#ui/card/condition-badge.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { NamedReportView } from '../../contract.ts';
import { placeOf } from './report-facts.tsx';

/** The reported content as it was at the time of the report. */
export function ReportedThing({ report: { thing, subject } }: { report: NamedReportView }) {
  if (!thing) return null;
  const to = subject.id === null ? null : placeOf[subject.kind]?.(subject.id);
  return (
    <Panel
      title="Reported content"
      note="Copied at the time of the report."
      id="content"
      actions={
        to && (
          <Link className="link" to={to}>
            View current version
          </Link>
        )
      }
    >
      {thing.photos.length > 0 && (
        <ul className="adm-photos mb-4" aria-label="Photos">
          {thing.photos.map((photo) => (
            <li key={photo.id}>
              <a href={photo.url} target="_blank" rel="noopener">
                <PhotoImg photo={photo} sizes="120px" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="adm-name">{subject.title}</p>
      <p className="adm-marks">
        {thing.price && <b className="tnum">{formatMoney(thing.price)}</b>}
        {thing.condition && <ConditionBadge condition={thing.condition} />}
      </p>
      {thing.text && (
        <p className="adm-said" dir="auto">
          {thing.text}
        </p>
      )}
    </Panel>
  );
}
