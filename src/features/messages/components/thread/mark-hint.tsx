import { marksOf } from '../../model/marks.rules.ts';
import { ownMarkSentence } from './mark-words.ts';

/** Says of what is being written what its reader will be warned of, as it is written. */
export function MarkHint({ text, name }: { text: string; name: string }) {
  const marks = marksOf(text);
  return (
    <p className="msg-left" role="status">
      {marks.length > 0 && ownMarkSentence(marks, name)}
    </p>
  );
}
