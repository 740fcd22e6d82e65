import { AsyncLocalStorage } from 'node:async_hooks';
import { defaultFormat, provideFormat, type ReaderFormat } from '#kernel/format.ts';

const formats = new AsyncLocalStorage<ReaderFormat>();
provideFormat(() => formats.getStore());

/** Runs work whose texts are for the reader of this format: the render of a page. */
export function withFormat<T>(format: ReaderFormat, work: () => T): T {
  return formats.run(format, work);
}

/** Runs work whose texts are stored or sent, so that their readers are not the sender of the request. */
export function withDefaultFormat<T>(work: () => T): T {
  return formats.run(defaultFormat, work);
}
