import type { Message } from '../../contract.ts';

type Marks = Message['marks'];

/** "This carries an address and a phone number." */
function what(marks: Marks): string {
  const carried = [marks.includes('address') && 'an address', marks.includes('phone') && 'a phone number'].filter(
    (one) => one !== false,
  );
  const carries = carried.length > 0 ? `carries ${carried.join(' and ')}` : '';
  const speaks = marks.includes('payment') ? 'speaks of a payment outside of the market' : '';
  return `This ${[speaks, carries].filter(Boolean).join(' and ')}.`;
}

/** The warning for the recipient. */
export function markSentence(marks: Marks): string {
  const instead = marks.includes('payment') ? 'Only pay through an order' : 'Talk and trade here';
  return `${what(marks)} ${instead}: elsewhere nothing protects you.`;
}

/** The same for the sender; a mark blocks no message. */
export function ownMarkSentence(marks: Marks, name: string): string {
  return `${what(marks)} You can send it all the same; ${name} reads a warning beside it.`;
}
