import { textOf } from '#kernel/text/coded-text.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';

interface Entry {
  code?: string | null | undefined;
  params?: object | null | undefined;
  title?: string | undefined;
  body?: string | undefined;
}

export const kindOf = (kinds: readonly NotificationKind[], name: string) => kinds.find((kind) => kind.name === name);

/** Title and body of an entry: those of its code, else the stored ones. */
export function entryText(kind: NotificationKind | undefined, { code, params, title = '', body = '' }: Entry) {
  const text = textOf(kind?.texts ?? {}, code ?? null, params ?? null);
  return { title: text?.title ?? title, body: text?.body ?? body, act: text?.act };
}
