import type { CardPrices, CreateListingInput, EditListingInput, Listing } from '../../contract.ts';
import type { FormErrors } from './form/form-input.ts';

export interface ApiProblem {
  status: number;
  code: string;
  message: string;
  errors?: FormErrors | undefined;
}
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: ApiProblem };

const away: ApiProblem = {
  status: 0,
  code: 'away',
  message: 'Couldn’t connect. Your entries are unchanged. Try again in a moment.',
};

async function call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const init: RequestInit = {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  };
  const response = await fetch(path, init).catch(() => null);
  const read = await response?.json().catch(() => null);
  if (!response) return { ok: false, problem: away };
  return response.ok ? { ok: true, value: read as T } : { ok: false, problem: problemOf(response.status, read) };
}

function problemOf(status: number, read: Partial<ApiProblem> | null): ApiProblem {
  return { status, code: read?.code ?? 'unknown', message: read?.message ?? away.message, errors: read?.errors };
}

export const listingApi = {
  create: (input: CreateListingInput) => call<Listing>('POST', '/api/listings', { ...input, status: 'draft' }),
  begin: () => call<Listing>('POST', '/api/listings/unfinished'),
  edit: (id: string, input: EditListingInput) => call<Listing>('PATCH', `/api/listings/${id}`, input),
  publish: (id: string) => call<Listing>('POST', `/api/listings/${id}/publish`),
  removePhoto: (id: string, photoId: string) => call<Listing>('DELETE', `/api/listings/${id}/photos/${photoId}`),
  orderPhotos: (id: string, photoIds: string[]) => call<Listing>('PUT', `/api/listings/${id}/photos`, { photoIds }),
};

/** The prices of a card of the catalogue, and the suggested one; null where they can't be read. */
export async function readCardPrices(
  cardId: string,
  copy: Record<string, string>,
  signal: AbortSignal,
): Promise<CardPrices | null> {
  const response = await fetch(`/cards/${encodeURIComponent(cardId)}/prices?${new URLSearchParams(copy)}`, {
    signal,
  }).catch(() => null);
  return response?.ok && !response.redirected ? response.json().catch(() => null) : null;
}

/** How many members look for a copy such as this one; null where it can't be read. */
export async function readWanted(
  cardId: string,
  copy: Record<string, string>,
  signal: AbortSignal,
): Promise<number | null> {
  const response = await fetch(`/cards/${encodeURIComponent(cardId)}/wanted?${new URLSearchParams(copy)}`, {
    signal,
  }).catch(() => null);
  const answer = response?.ok && !response.redirected ? await response.json().catch(() => null) : null;
  return typeof answer?.count === 'number' ? answer.count : null;
}

/** Sends one photo and reports progress, which `fetch` cannot. */
export function sendPhoto(id: string, file: File, onProgress: (part: number) => void): Promise<Answer<Listing>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append('photos', file, file.name);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => resolve({ ok: false, problem: away });
    request.onload = () => {
      let read = null;
      try {
        read = JSON.parse(request.responseText);
      } catch {
        // Not our answer: a proxy's page, perhaps. The status decides.
      }
      const ok = request.status >= 200 && request.status < 300;
      resolve(ok ? { ok, value: read } : { ok, problem: problemOf(request.status, read) });
    };
    request.open('POST', `/api/listings/${id}/photos`);
    request.send(body);
  });
}
