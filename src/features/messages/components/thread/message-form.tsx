import { type ReactNode, useState } from 'react';
import { Form } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { TextArea } from '#ui/form/field.tsx';
import { Note } from '#ui/page/panel.tsx';
import { messageLimits } from '../../model/message.rules.ts';
import { MarkHint } from './mark-hint.tsx';

export interface FirstMessage {
  recipientId: string;
  /** The listing that it is about; null for none. */
  listingId: string | null;
  /** The order that it is about, in place of a listing. */
  orderId?: string | null;
  /** Id of the message: a double submit is one message. */
  clientId: string;
}

interface Props extends FirstMessage {
  id: string;
  problem: PageProblem | undefined;
  typed?: string | undefined;
  /** Keeps the typed text of a dialog. */
  draft?: ReactNode;
  onType?(text: string): void;
  /** Replaces the browser's submit when JavaScript runs. */
  onSend?(form: HTMLFormElement): void;
}

/** The form that opens or continues a conversation, handled by the inbox. */
export function MessageForm({
  id,
  recipientId,
  listingId,
  orderId,
  clientId,
  problem,
  typed,
  draft,
  onType,
  onSend,
}: Props) {
  const aboutText = problem?.errors?.text;
  const [text, setText] = useState(typed ?? '');
  return (
    <Form
      id={id}
      method="post"
      action="/messages"
      noValidate
      onSubmit={(event) => {
        if (!onSend) return;
        event.preventDefault();
        onSend(event.currentTarget);
      }}
    >
      {problem && !aboutText && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      <input type="hidden" name="recipientId" value={recipientId} />
      {listingId && <input type="hidden" name="listingId" value={listingId} />}
      {orderId && <input type="hidden" name="orderId" value={orderId} />}
      <input type="hidden" name="clientId" value={clientId} />
      <TextArea
        label="Your message"
        name="text"
        mark={false}
        required
        rows={5}
        dir="auto"
        defaultValue={typed}
        error={aboutText}
        help={`Up to ${formatNumber(messageLimits.textLength)} characters. Never send money or payment details outside an order.`}
        onChange={({ target }) => {
          setText(target.value);
          onType?.(target.value);
        }}
      />
      <MarkHint text={text} />
      {draft}
    </Form>
  );
}
