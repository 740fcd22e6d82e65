import { useRef, useState } from 'react';
import { unverifiedCode } from '#features/auth/words.ts';
import type { Listing } from '../../contract.ts';
import { missingPhoto } from '../../model/listing.rules.ts';
import { type ApiProblem, listingApi } from './api.ts';
import { type FormErrors, inputOf } from './form/form-input.ts';
import { fieldOf } from './form/form-steps.ts';
import type { ListingForm } from './form/listing-form.ts';
import type { Photos } from './photos/use-photos.ts';

export type Ending = 'publish' | 'another' | 'draft';

export interface Refused {
  message: string;
  errors: FormErrors;
  code: string;
  attempt: number;
}

export interface Publishing {
  busy: Ending | null;
  refused: Refused | null;
  /** The draft on the server, once there is one. */
  listingId: string | null;
  /**
   * Creates the draft that photos are sent to, where there is none yet; null where the server refuses, with the reason
   * in `refused`.
   */
  begin(): Promise<string | null>;
  run(ending: Ending, form: ListingForm): Promise<Listing | null>;
  forget(): void;
}

/**
 * From the form to a listing: creates a draft, to which photos are sent as soon as they are chosen, then publishes it.
 * `draftId`: an earlier draft. After a refusal the completed steps stay, and the next press continues from there.
 * `confirmFirst` leads a seller without a confirmed address to confirm it: the draft stays.
 */
export function usePublish(
  photos: Photos,
  draftId: string | null,
  confirmFirst: (draftId: string) => void,
): Publishing {
  const [busy, setBusy] = useState<Ending | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const listingId = useRef(draftId);
  const started = useRef<Promise<string | null> | null>(null);
  const attempts = useRef(0);

  const refuse = (code: string, message: string, errors: FormErrors) => {
    attempts.current += 1;
    setRefused({
      code,
      message,
      errors: Object.fromEntries(Object.entries(errors).map(([path, sentence]) => [fieldOf(path), sentence])),
      attempt: attempts.current,
    });
    return null;
  };
  const refuseWith = ({ code, message, errors }: ApiProblem) => refuse(code, message, errors ?? {});

  const steps = async (ending: Ending, form: ListingForm): Promise<Listing | null> => {
    const { input, errors } = inputOf(form);
    // Said with the rest, and not only once all the rest is right.
    const missing = ending === 'draft' ? null : missingPhoto(input.price, photos.items.length);
    if (missing) errors.photos = missing;
    if (Object.keys(errors).length > 0)
      return refuse(
        'invalid',
        ending === 'draft' ? 'Your draft isn’t saved yet.' : 'Your listing isn’t published yet.',
        errors,
      );
    await started.current;
    const saved = listingId.current ? await listingApi.edit(listingId.current, input) : await listingApi.create(input);
    if (!saved.ok) return refuseWith(saved.problem);
    const { id } = saved.value;
    listingId.current = id;
    if (!(await photos.send(id)))
      return refuse('photos', 'Some photos couldn’t be added. The others and your text are saved.', {
        photos: 'Remove the marked photo, or upload it again.',
      });
    const arranged = await photos.arrange(id);
    if (arranged && !arranged.ok) return refuseWith(arranged.problem);
    if (ending === 'draft') return arranged?.value ?? saved.value;
    const live = await listingApi.publish(id);
    if (!live.ok && live.problem.code === unverifiedCode) confirmFirst(id);
    return live.ok ? live.value : refuseWith(live.problem);
  };
  const begin = async () => {
    const made = await listingApi.begin();
    started.current = null;
    if (!made.ok)
      return refuse(made.problem.code, made.problem.message, {
        photos: `Your photos weren’t saved. ${made.problem.message}`,
      });
    listingId.current = made.value.id;
    return made.value.id;
  };
  return {
    busy,
    refused,
    listingId: listingId.current,
    begin: async () => {
      if (listingId.current) return listingId.current;
      started.current ??= begin();
      return started.current;
    },
    run: async (ending, form) => {
      setBusy(ending);
      setRefused(null);
      const done = await steps(ending, form).finally(() => setBusy(null));
      return done;
    },
    forget: () => {
      listingId.current = null;
      setRefused(null);
    },
  };
}
