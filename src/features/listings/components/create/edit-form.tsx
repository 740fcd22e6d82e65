import { type FormEvent, useEffect, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { unverifiedCode, verifyFor } from '#features/auth/words.ts';
import type { Fee } from '#features/fees/words.ts';
import type { ListedTable } from '#features/shipping/words.ts';
import { plural } from '#kernel/format.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { Listing } from '../../contract.ts';
import { missingPhoto } from '../../model/listing.rules.ts';
import { type ApiProblem, listingApi } from './api.ts';
import type { DescriptionRights } from './form/description-field.tsx';
import { type FormErrors, inputOf } from './form/form-input.ts';
import { fieldOf } from './form/form-steps.ts';
import { formOf, type ListingForm } from './form/listing-form.ts';
import { boardPhotos, PhotoBoard } from './photos/photo-board.tsx';
import { itemOf, type PhotoItem } from './photos/photo-items.ts';
import { usePhotos } from './photos/use-photos.ts';
import { StepCard } from './steps/step-card.tsx';
import { StepCheck } from './steps/step-check.tsx';
import { StepCondition } from './steps/step-condition.tsx';
import { StepPrice } from './steps/step-price.tsx';
import { Wizard } from './wizard.tsx';

export interface EditFormProps {
  listing: Listing;
  seller: {
    username: string;
    avatarUrl: string | null;
    rating: number | null;
    description: DescriptionRights;
    shipping: ListedTable;
    countries: readonly (readonly [code: string, name: string])[];
    fee: Fee;
  };
  answer: { problem: PageProblem; form: ListingForm } | undefined;
  /** Why photos that were sent without scripts were not taken. */
  refused: string | null;
}

type Refused = { message: string; errors: FormErrors; attempt: number };

/** Everything of a listing on one page. Photos are saved at once, the rest by its button. */
export function EditForm({ listing, seller, answer, refused: photosRefused }: EditFormProps) {
  const { id } = listing;
  const [form, setForm] = useState(answer?.form ?? formOf(listing));
  const [version, setVersion] = useState(listing.version);
  const [scripted, setScripted] = useState(false);
  const [busy, setBusy] = useState<'save' | 'publish' | null>(null);
  const [refused, setRefused] = useState<Refused | null>(
    answer ? { message: answer.problem.message, errors: answer.problem.errors ?? {}, attempt: 0 } : null,
  );
  const navigate = useNavigate();
  const toast = useToast();
  const photos = usePhotos(listing.photos.map(itemOf));
  useEffect(() => setScripted(true), []);

  const refuse = ({ message, errors = {} }: Pick<ApiProblem, 'message' | 'errors'>) =>
    setRefused((before) => ({
      message,
      errors: Object.fromEntries(Object.entries(errors).map(([path, sentence]) => [fieldOf(path), sentence])),
      attempt: (before?.attempt ?? 0) + 1,
    }));
  const taken = (answered: { ok: true; value: Listing } | { ok: false; problem: ApiProblem } | null) => {
    if (answered?.ok) setVersion(answered.value.version);
    if (answered && !answered.ok)
      toast({ tone: 'bad', title: 'Couldn’t change the photos', text: answered.problem.message });
    return answered?.ok ?? true;
  };

  const changePhotos = (how: (items: readonly PhotoItem[]) => PhotoItem[]) => {
    photos.change(how);
    void photos.send(id).then(async () => {
      const arranged = await photos.arrange(id);
      if (taken(arranged) && arranged === null) void refreshVersion();
    });
  };
  const refreshVersion = async () => {
    const read = await fetch(`/api/listings/${id}`)
      .then((response) => (response.ok ? response.json() : null))
      .catch(() => null);
    if (read) setVersion(read.version);
  };
  const removePhoto = async (item: PhotoItem) => {
    if (item.photoId && !taken(await listingApi.removePhoto(id, item.photoId))) return;
    photos.change((all) => all.filter(({ key }) => key !== item.key));
    if (item.photoId) photos.forget(item.photoId);
  };

  const save = async (how: 'save' | 'publish') => {
    const { input, errors } = inputOf(form);
    const missing = how === 'publish' ? missingPhoto(input.price, photos.items.length) : null;
    if (missing) errors.photos = missing;
    if (Object.keys(errors).length > 0) return refuse({ message: 'Your changes weren’t saved.', errors });
    setBusy(how);
    const { status: _status, ...changes } = input;
    const saved = await listingApi.edit(id, { ...changes, version });
    const done = saved.ok && how === 'publish' ? await listingApi.publish(id) : saved;
    setBusy(null);
    if (saved.ok) setVersion(saved.value.version);
    if (!done.ok && done.problem.code === unverifiedCode) return void navigate(verifyFor(`/listings/${id}`));
    if (!done.ok) return refuse(done.problem);
    toast({ title: how === 'publish' ? 'Listing published' : 'Changes saved', text: done.value.name });
    void navigate(`/listings/${id}`);
  };
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (busy === null) void save(pressed?.value === 'publish' ? 'publish' : 'save');
  };

  const change = (what: Partial<ListingForm>) => setForm({ ...form, ...what });
  const errors = refused?.errors ?? {};
  const isDraft = listing.status === 'draft';
  const formId = 'edit-listing';
  return (
    <>
      {!scripted && <PlainPhotos listing={listing} refused={photosRefused} />}
      <Form id={formId} method="post" noValidate onSubmit={submitted} aria-label={`Edit ${listing.name}`}>
        <Wizard
          step={null}
          errors={errors}
          message={refused?.message}
          attempt={refused?.attempt ?? 0}
          onStep={() => {}}
          onNext={() => {}}
          saved={null}
          parts={{
            photos: scripted ? (
              <PhotoBoard
                items={photos.items}
                error={errors.photos}
                onChange={changePhotos}
                onRemove={(item) => void removePhoto(item)}
                onRetry={() => changePhotos((all) => [...all])}
              />
            ) : null,
            card: (
              <StepCard
                form={form}
                errors={errors}
                change={change}
                scripted={scripted}
                before={null}
                photos={boardPhotos(photos.items, changePhotos)}
              />
            ),
            condition: (
              <StepCondition
                form={form}
                errors={errors}
                change={change}
                scripted={scripted}
                rights={seller.description}
              />
            ),
            price: (
              <StepPrice
                form={form}
                errors={errors}
                change={change}
                scripted={scripted}
                fee={seller.fee}
                shipping={seller.shipping}
                countries={seller.countries}
                photoCount={photos.items.length}
              />
            ),
            check: (
              <StepCheck
                form={form}
                items={photos.items}
                seller={seller}
                onStep={(step) => document.getElementById(`h-${step}`)?.focus()}
              />
            ),
          }}
          finish={
            <>
              <ButtonLink size="xl" to={`/listings/${id}`}>
                Discard changes
              </ButtonLink>
              <Button
                kind={isDraft ? 'default' : 'primary'}
                size="xl"
                type="submit"
                name="save"
                value="save"
                busy={busy === 'save'}
                busyLabel="Saving…"
              >
                Save changes
              </Button>
              {isDraft && (
                <Button
                  kind="primary"
                  size="xl"
                  type="submit"
                  name="save"
                  value="publish"
                  busy={busy === 'publish'}
                  busyLabel="Publishing…"
                >
                  Publish listing
                </Button>
              )}
            </>
          }
        />
      </Form>
    </>
  );
}

/** The photos without scripts: a separate form, before the rest. */
function PlainPhotos({ listing, refused }: { listing: Listing; refused: string | null }) {
  return (
    <form
      id="photos"
      className="panel mb-5"
      method="post"
      action={`/listings/${listing.id}/photos`}
      encType="multipart/form-data"
    >
      <h2>Photos</h2>
      {refused && (
        <Note tone="danger" className="my-3">
          {refused}
        </Note>
      )}
      <p className="dim mb-3">
        {listing.photos.length === 0
          ? 'No photos yet'
          : plural(listing.photos.length, { one: '# photo', other: '# photos' })}
      </p>
      <FileInput label="Choose photos" name="photos" multiple accept="image/jpeg,image/png,image/webp" />
      <p className="mt-3">
        <Button type="submit">Add photos</Button>
      </p>
    </form>
  );
}
