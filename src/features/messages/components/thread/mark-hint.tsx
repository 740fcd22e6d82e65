import { marksOf } from '../../model/marks.rules.ts';
import { ownMarkSentence } from './mark-words.ts';

/** Warns the sender, while typing, of the marks that the recipient will see. */
export function MarkHint({ text }: { text: string }) {
  const marks = marksOf(text);
  return (
    <p className="msg-left" role="status">
      {marks.length > 0 && ownMarkSentence(marks)}
    </p>
  );
}
