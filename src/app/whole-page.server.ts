import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import type { EntryContext } from 'react-router';

/** What React leaves where it gave up a part that waits for something, or that failed. */
const givenUp = '<!--$!-->';

/**
 * A page's whole text. Where everything that it is made of is there, which is each time but a process's first of its kind, React writes it as one text; as a
 * stream it would be written in bytes, put together and read again, for a third of what a page costs. `page` may be drawn twice.
 */
export async function wholePage(page: () => ReactNode, nonce: string): Promise<string> {
  return atOnce(page) ?? (await inTime(page(), nonce));
}

/** Null where a part is still to be fetched, and where something failed: the stream waits for the one and says what the other was. */
function atOnce(page: () => ReactNode): string | null {
  try {
    // What React returns is a chain of thousands of pieces, put together by whoever looks into it: once, with what stands before it.
    const html = `<!DOCTYPE html>${renderToString(page())}`;
    return html.includes(givenUp) ? null : html;
  } catch {
    return null;
  }
}

function inTime(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // A part behind `Suspense` stays in its place: past this size React would send it at the end, for a script to move where it belongs.
      progressiveChunkSize: 4 * 1024 * 1024,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}

const tables = new WeakMap<EntryContext['manifest'], Map<string, EntryContext['manifest']>>();

/**
 * The framework's table of routes as one page's: it makes a route of each that the table counts, with every page that it renders. The others can still be
 * looked up, as a link does that looks ahead to its page.
 */
export function tableOfPage({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const key = ids.join(' ');
  const known = tables.get(manifest) ?? new Map<string, EntryContext['manifest']>();
  tables.set(manifest, known);
  let table = known.get(key);
  if (!table) {
    const own = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
    table = { ...manifest, routes: Object.assign(Object.create(manifest.routes), own) };
    known.set(key, table);
  }
  return table;
}

/** What may not stand as it is in a text in single quotes, inside of a script. */
const hard = /[\\'\n\r<>&\u2028\u2029]/g;
const inScript = (letter: string) => (letter === '\\' || letter === "'" ? `\\${letter}` : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The script with the data that a page wakes up with, the last thing in it, as the framework's own `StreamTransfer` would write it: in that component the page
 * would wait for them once it is drawn, and each quote of them be two letters.
 */
export function dataScript(data: string, nonce: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue('${data.replace(hard, inScript)}');${controller}.close();</script>`;
}
