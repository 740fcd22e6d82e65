import type { Message } from '../contract.ts';

type Marks = Message['marks'];

const what = (marks: Marks) => (marks.includes('payment') ? 'This speaks of a payment outside of the market.' : 'This carries contact details.');

/** What a careful reader of somebody else's message should know. */
export function markSentence(marks: Marks): string {
  const instead = marks.includes('payment') ? 'Pay by an order only' : 'Talk and trade here';
  return `${what(marks)} ${instead}: elsewhere nothing protects you.`;
}

/** The same for who writes it. Nobody is kept from sending. */
export function ownMarkSentence(marks: Marks, name: string): string {
  return `${what(marks)} You can send it all the same; ${name} reads a warning beside it.`;
}
