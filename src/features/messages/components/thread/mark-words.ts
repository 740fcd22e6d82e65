import { formatList } from '#kernel/format.ts';
import type { Message } from '../../contract.ts';

type Marks = Message['marks'];

const markNames: Record<Marks[number], string> = {
  address: 'an address',
  phone: 'a phone number',
  payment: 'a payment outside an order',
};

/** "This message mentions an address and a phone number." */
const what = (marks: Marks): string => `This message mentions ${formatList(marks.map((mark) => markNames[mark]))}.`;

/** The warning for the recipient. */
export function markSentence(marks: Marks): string {
  const advice = marks.includes('payment') ? 'Only pay through an order.' : 'Talk and trade only on this site.';
  return `${what(marks)} ${advice} You’re not protected elsewhere.`;
}

/** The same for the sender; a mark blocks no message. */
export function ownMarkSentence(marks: Marks): string {
  return `${what(marks)} You can send it, and the recipient will see a warning.`;
}
