import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Form } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { useEarlyInput } from '#ui/form/early-input.ts';
import { readDraft, storeDraft } from '#ui/form/unsaved/drafts.ts';
import { Icon } from '#ui/icon.tsx';
import type { MessagePhoto } from '../../contract.ts';
import { messageLimits } from '../../model/message.rules.ts';
import { MarkHint } from './mark-hint.tsx';
import { type Attachments, useAttachments } from './use-attachments.ts';

export interface ComposerProps {
  viewerId: string;
  threadId: string;
  /** The recipient's name. */
  name: string;
  /** Id of the message of a form without JavaScript: a double submit is one message. */
  clientId: string;
  /** Why the form without JavaScript was refused, and the typed text. */
  problem: ReactNode;
  typed: string;
  onSend(text: string, photos: readonly MessagePhoto[]): void;
  /** The member has typed something that is not sent yet. */
  onTyping(): void;
}

/** The remaining length is shown from this many characters before the limit. */
const nearLimit = 200;

/** The message field: Enter sends, Shift+Enter breaks the line. A plain form without JavaScript. */
export function Composer({ viewerId, threadId, name, clientId, problem, typed, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useState(typed);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const attachments = useAttachments(threadId);
  useEarlyInput(form);
  // The server does not know the draft that the browser stores: it is restored after hydration, unless a form was
  // refused with newer text.
  useEffect(() => {
    setText((now) => (now === '' ? readDraft(viewerId, threadId) : now));
  }, [viewerId, threadId]);
  const write = (words: string) => {
    setText(words);
    storeDraft(viewerId, threadId, words);
  };
  const left = messageLimits.textLength - text.length;
  const send = () => {
    const words = text.trim();
    if ((words === '' && attachments.photos.length === 0) || left < 0 || attachments.busy) return;
    onSend(words, attachments.photos);
    write('');
    attachments.clear();
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Form
      ref={form}
      method="post"
      className="msg-write"
      data-testid="composer"
      aria-label={`Message ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {problem}
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="clientId" value={clientId} />
      <Attached {...attachments} />
      <div className="msg-field">
        <PhotoPicker busy={attachments.busy} onPick={attachments.add} />
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
            // Text typed before hydration is reported before the stored draft is restored: both are combined.
            const draft = text === '' ? readDraft(viewerId, threadId) : '';
            write(draft === '' ? target.value : `${draft} ${target.value}`);
            if (target.value.trim() !== '') onTyping();
          }}
          onKeyDown={press}
          onPaste={({ clipboardData }) => attachments.add([...clipboardData.files])}
        />
        <Button kind="primary" type="submit" aria-label="Send message" data-tip="Send message (Enter)">
          <Icon of={SendHorizontal} size={18} />
        </Button>
      </div>
      <MarkHint text={text} />
      <p id="message-left" className={left < 0 ? 'msg-left over' : 'msg-left'} role="status">
        {left < 0
          ? plural(-left, {
              one: `# character over the limit of ${formatNumber(messageLimits.textLength)}`,
              other: `# characters over the limit of ${formatNumber(messageLimits.textLength)}`,
            })
          : left <= nearLimit && plural(left, { one: '# character left', other: '# characters left' })}
      </p>
    </Form>
  );
}

const kinds = 'image/jpeg,image/png,image/webp';
const never = () => () => {};

/** Photos need JavaScript, so their button is rendered after hydration. */
function PhotoPicker({ busy, onPick }: { busy: boolean; onPick(files: readonly File[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isHydrated) return null;
  return (
    <>
      <IconButton
        icon={<Icon of={ImagePlus} size={20} />}
        label="Add photos"
        aria-busy={busy || undefined}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept={kinds}
        multiple
        hidden
        aria-label="Photos"
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

/** The message's photos, and why some were refused. */
function Attached({ photos, busy, said, remove }: Attachments) {
  return (
    <>
      {photos.length > 0 && (
        <ul className="msg-att" aria-label="Photos of this message">
          {photos.map((photo, at) => (
            <li key={photo.id}>
              <PhotoImg photo={photo} sizes="64px" alt={`Photo ${at + 1}`} />
              <button type="button" aria-label={`Remove photo ${at + 1}`} onClick={() => remove(photo.id)}>
                <Icon of={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={said ? 'msg-left over' : 'msg-left'} role="status">
        {busy ? 'Adding photos…' : said}
      </p>
    </>
  );
}
