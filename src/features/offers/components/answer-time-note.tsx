import { Clock } from 'lucide-react';
import { formatUnit, plural } from '#kernel/format.ts';
import { Icon } from '#ui/icon.tsx';
import type { AnswerTime } from '../answer/answer-time.server.ts';

const hoursSaid = (hours: number) =>
  hours < 48 ? formatUnit(hours, 'hour') : formatUnit(Math.ceil(hours / 24), 'day');

/** Under the button that makes an offer: how soon its seller answers them, and of how many that is said. */
export function AnswerTimeNote({ seller, time }: { seller: string; time: AnswerTime | null }) {
  if (!time) return null;
  return (
    <p className="dim mt-3 flex gap-2">
      <Icon of={Clock} size={17} />
      <span className="wrap-anywhere">
        {seller} usually replies to offers within {hoursSaid(time.hours)} (median of{' '}
        {plural(time.sample, { one: '# offer', other: '# offers' })}).
      </span>
    </p>
  );
}
