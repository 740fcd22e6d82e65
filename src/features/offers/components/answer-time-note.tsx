import { Clock } from 'lucide-react';
import { formatNumber } from '#kernel/format.ts';
import { Icon } from '#ui/icon.tsx';
import type { AnswerTime } from '../answer/answer-time.server.ts';

const hoursSaid = (hours: number) =>
  hours === 1 ? 'an hour' : hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;

/** Under the button that makes an offer: how soon its seller answers them, and of how many that is said. */
export function AnswerTimeNote({ seller, time }: { seller: string; time: AnswerTime | null }) {
  if (!time) return null;
  return (
    <p className="dim mt-3 flex gap-2">
      <Icon of={Clock} size={17} />
      <span className="wrap-anywhere">
        {seller} usually answers offers within {hoursSaid(time.hours)} (median of {formatNumber(time.sample)}).
      </span>
    </p>
  );
}
