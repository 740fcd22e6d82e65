import { isRouteErrorResponse, type RouterContextProvider } from 'react-router';

/**
 * A page's data as the text that the framework's script reads (`decodeViaTurboStream`): a list in which whatever stands in something is named by its place. The framework's own writer
 * is made for what comes later as well, with a stream, a timer and a question for each value; a page's data are all there, so that this takes half of its time. What says the same stands
 * there once, be it one thing or two: the tiles of one seller, of one postage.
 */
export function dataText(value: unknown): string {
  const texts: string[] = [];
  const places = new Map<string | number | boolean, number>();
  const byText = new Map<string, number>();

  function placeOf(part: unknown): number {
    if (typeof part === 'string') return places.get(part) ?? keep(part, quoted(part));
    if (part === undefined) return -7;
    if (part === null) return -5;
    // Before the table, which takes it for 0.
    if (Object.is(part, -0)) return -4;
    if (typeof part === 'number') return places.get(part) ?? (Number.isFinite(part) ? keep(part, String(part)) : unusual(part));
    if (typeof part === 'boolean') return places.get(part) ?? keep(part, String(part));
    const place = texts.push('') - 1;
    const text = textOf(part);
    const same = byText.get(text);
    if (same !== undefined) {
      // All that stands in it was there before: its own place is the last one.
      texts.pop();
      return same;
    }
    byText.set(text, place);
    texts[place] = text;
    return place;
  }

  function keep(part: string | number | boolean, text: string): number {
    const place = texts.push(text) - 1;
    places.set(part, place);
    return place;
  }

  function textOf(part: unknown): string {
    if (typeof part !== 'object' || part === null || part instanceof Promise)
      throw new TypeError(`a page's data hold a ${typeof part}, which no browser could be given`);
    if (Array.isArray(part)) return placesOf(part);
    const from: unknown = Object.getPrototypeOf(part);
    // Nearly all are: what else they may be is not asked of each.
    if (from === Object.prototype || from === null) return fieldsOf(part);
    if (isRouteErrorResponse(part)) return named('ErrorResponse', part.data, part.status, part.statusText);
    if (part instanceof Error)
      return named('SanitizedError', part.name, part.stack === undefined ? part.message : 'Unexpected Server Error', undefined);
    if (part instanceof Date) return `["D",${Number.isNaN(part.getTime()) ? '"invalid"' : part.getTime()}]`;
    if (part instanceof Set) return named('S', ...part);
    if (part instanceof Map) return named('M', ...[...part].flat(1));
    throw new TypeError(`a page's data hold a ${part.constructor.name}, which no browser could be given`);
  }

  const named = (name: string, ...parts: unknown[]) => `[${[`"${name}"`, ...parts.map(placeOf)].join()}]`;

  /** A place without anything in it is one too. */
  function placesOf(part: unknown[]): string {
    let all = '';
    for (let n = 0; n < part.length; n++) all += `${n > 0 ? ',' : ''}${n in part ? placeOf(part[n]) : -1}`;
    return `[${all}]`;
  }

  function fieldsOf(part: object): string {
    let fields = '';
    for (const key of Object.keys(part)) fields += `${fields && ','}"_${placeOf(key)}":${placeOf(part[key as never])}`;
    return `{${fields}}`;
  }

  placeOf(value);
  return `[${texts.join()}]\n`;
}

const unusual = (number: number) => (Number.isNaN(number) ? -2 : number > 0 ? -6 : -3);

/** Of most there is nothing to escape. */
const quoted = (text: string) => (/^[ !#-[\]-\ud7ff\ue000-\uffff]*$/.test(text) ? `"${text}"` : JSON.stringify(text));

export type Loader = (args: { context: Readonly<RouterContextProvider> }) => unknown;

const loadedFor = new WeakMap<Readonly<RouterContextProvider>, Map<string, unknown>>();

/** What the loaders of this request bring goes into `loaded`, by route, and not to the framework, which would write it down for the browser before the page is drawn. */
export function takeLoaded(context: RouterContextProvider, loaded: Map<string, unknown>): void {
  loadedFor.set(context, loaded);
}

/** A page's loader whose facts go where the request takes them. */
export function takingLoader(id: string, load: Loader): Loader {
  return async (args) => {
    const brought = await load(args);
    const loaded = loadedFor.get(args.context);
    if (!loaded || brought instanceof Response || typeof brought !== 'object' || brought === null) return brought;
    const isWithInit = 'type' in brought && brought.type === 'DataWithResponseInit' && 'data' in brought;
    loaded.set(id, isWithInit ? brought.data : brought);
    return isWithInit ? { ...brought, data: null } : null;
  };
}
