import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { messageLimits } from '../message.rules.ts';

export interface ComposerProps {
  /** Whom it is written to. */
  name: string;
  /** Names the message of a form without script: pressed twice it is one message. */
  clientId: string;
  /** What a form without script was refused for, and what was typed. */
  problem: ReactNode;
  typed: string;
  onSend(text: string): void;
  /** Something was written, and it is not sent yet. */
  onTyping(): void;
}

/** From this many characters before the limit on the rest is said. */
const nearLimit = 200;

/** Where a message is written: Enter sends, Shift+Enter breaks the line. A plain form without script. */
export function Composer({ name, clientId, problem, typed, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useState(typed);
  const field = useRef<HTMLTextAreaElement>(null);
  const left = messageLimits.textLength - text.length;
  const send = () => {
    const words = text.trim();
    if (words === '' || left < 0) return;
    onSend(words);
    setText('');
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Form
      method="post"
      className="msg-write"
      data-testid="composer"
      aria-label={`Write to ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {problem}
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="clientId" value={clientId} />
      <div className="msg-field">
        <label className="sr" htmlFor="message-text">
          Message to {name}
        </label>
        <textarea
          ref={field}
          id="message-text"
          name="text"
          className="in"
          rows={1}
          dir="auto"
          aria-required
          aria-describedby="message-left"
          aria-invalid={left < 0 || undefined}
          placeholder={`Message ${name}`}
          enterKeyHint="send"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            if (target.value.trim() !== '') onTyping();
          }}
          onKeyDown={press}
        />
        <Button kind="primary" type="submit" aria-label="Send" data-tip="Send (Enter)">
          <Icon of={SendHorizontal} size={18} />
        </Button>
      </div>
      <p id="message-left" className={left < 0 ? 'msg-left over' : 'msg-left'} role="status">
        {left < 0
          ? `${(-left).toLocaleString('en')} characters too many. A message may have ${messageLimits.textLength.toLocaleString('en')}.`
          : left <= nearLimit && `${left.toLocaleString('en')} characters left`}
      </p>
    </Form>
  );
}
