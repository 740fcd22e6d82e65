import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useNavigate, useSearchParams } from 'react-router';
import { verifyFor } from '#features/auth/words.ts';
import type { CardChoice } from '#features/catalogue/widgets.tsx';
import type { Fee } from '#features/fees/words.ts';
import type { ListedTable } from '#features/shipping/words.ts';
import { parseMoney } from '#kernel/numbers/money.ts';
import { timeOfDay } from '#kernel/time.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { useEarlyInput } from '#ui/form/early-input.ts';
import { Note } from '#ui/page/panel.tsx';
import type { Listing, ListingPhoto } from '../../contract.ts';
import type { DescriptionRights } from './form/description-field.tsx';
import { type FormErrors, missingIn } from './form/form-input.ts';
import { type Step, steps } from './form/form-steps.ts';
import { emptyForm, type ListingForm, nextForm } from './form/listing-form.ts';
import { dropDraft, keepDraft, readDraft } from './form/saved-draft.ts';
import { boardPhotos, PhotoBoard } from './photos/photo-board.tsx';
import { itemOf, photosSaved } from './photos/photo-items.ts';
import { usePhotos } from './photos/use-photos.ts';
import { Preview } from './steps/preview.tsx';
import { StepCard } from './steps/step-card.tsx';
import { StepCheck } from './steps/step-check.tsx';
import { StepCondition } from './steps/step-condition.tsx';
import { StepPrice } from './steps/step-price.tsx';
import { UnfinishedNote } from './unfinished-note.tsx';
import { type Ending, usePublish } from './use-publish.ts';
import { Wizard } from './wizard.tsx';

export interface CreateFormProps {
  seller: {
    id: string;
    username: string;
    avatarUrl: string | null;
    rating: number | null;
    tier: { tier: 'free' | 'premium' };
    fee: Fee;
    description: DescriptionRights;
    shipping: ListedTable;
    countries: readonly (readonly [code: string, name: string])[];
  };
  /** An earlier draft that started with its photos. */
  unfinished: { id: string; photos: readonly ListingPhoto[] } | null;
  /** What the server said to the form that was sent without scripts. */
  answer: { problem: PageProblem; form: ListingForm } | undefined;
  /** One was published, and the form stays for the next. */
  onAnother(): void;
}

/** One card in five steps; without scripts the same as one long form. */
export function CreateForm({ seller, unfinished, answer, onAnother }: CreateFormProps) {
  const [form, setForm] = useState(answer?.form ?? emptyForm);
  const [scripted, setScripted] = useState(false);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [before, setBefore] = useState<CardChoice | null>(null);
  const [fixed, setFixed] = useState<ReadonlySet<string>>(new Set());
  // Stays while photos of the running form are saved: only what was there at the start is an earlier draft.
  const [earlier, setEarlier] = useState(unfinished !== null && !answer);
  /** The step whose Next found something missing, and how often. */
  const [stopped, setStopped] = useState<{ at: Step | null; times: number }>({ at: null, times: 0 });
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const toast = useToast();
  const photos = usePhotos(unfinished?.photos.map(itemOf) ?? []);
  const publishing = usePublish(photos, unfinished?.id ?? null, (draftId) => {
    dropDraft(seller.id);
    void navigate(verifyFor(`/listings/${draftId}`));
  });
  const element = useRef<HTMLFormElement>(null);
  useEarlyInput(element);
  const step = scripted ? (steps.find(([name]) => name === params.get('step'))?.[0] ?? 'photos') : null;

  useEffect(() => {
    setScripted(true);
    const draft = answer ? null : readDraft(seller.id, new Date());
    if (!draft) return;
    setForm(draft);
    setEarlier(true);
  }, [answer, seller.id]);

  const goTo = (next: Step) => setParams({ step: next }, { preventScrollReset: true });
  const change = (what: Partial<ListingForm>) => {
    // What was typed before hydration is reported before the stored draft is put in.
    const now = new Date();
    const draft = scripted || answer ? null : readDraft(seller.id, now);
    const next = { ...(draft ?? form), ...what };
    setForm(next);
    setFixed((names) => new Set([...names, ...touchedBy(what)]));
    if (keepDraft(seller.id, next, now)) setSavedAt(now);
  };

  const changePhotos: typeof photos.change = (how) => {
    photos.change(how);
    setFixed((names) => new Set([...names, 'photos']));
    void savePhotos();
  };
  /**
   * Photos go to the draft on the server as soon as they are chosen, moved or removed, so that a reload brings them
   * back.
   */
  const savePhotos = async () => {
    if (publishing.busy !== null) return;
    const draftId = await publishing.begin();
    if (draftId && (await photos.send(draftId))) await photos.arrange(draftId);
  };

  const refused =
    publishing.refused ?? (answer ? { ...answer.problem, errors: answer.problem.errors ?? {}, attempt: 0 } : null);
  const missing = stopped.at ? missingIn(form, stopped.at) : {};
  const errors: FormErrors = Object.fromEntries(
    Object.entries({ ...missing, ...refused?.errors }).filter(([name]) => !fixed.has(name)),
  );
  const goNext = (next: Step) => {
    const found = Object.keys(step ? missingIn(form, step) : {});
    if (found.length === 0) return goTo(next);
    setFixed((names) => new Set([...names].filter((name) => !found.includes(name))));
    setStopped(({ times }) => ({ at: step, times: times + 1 }));
  };
  const isLimit = refused?.code === 'tier_limit';

  const end = async (ending: Ending) => {
    setFixed(new Set());
    const done = await publishing.run(ending, form);
    if (!done) return;
    dropDraft(seller.id);
    if (ending === 'another') startAnother(done);
    else {
      toast({ title: ending === 'draft' ? 'Draft saved' : 'Listing published', text: done.name });
      void navigate(ending === 'draft' ? '/dashboard/listings?tab=drafts' : `/listings/${done.id}`);
    }
  };
  const startAnother = (done: Listing) => {
    toast({
      title: 'Listing published',
      text: done.name,
      action: { label: 'View listing', onPress: () => void navigate(`/listings/${done.id}`) },
    });
    onAnother();
    setBefore(form.isFree ? null : form.card);
    setForm(nextForm(form));
    setSavedAt(null);
    photos.clear();
    publishing.forget();
    goTo('photos');
  };

  const startOver = () => {
    dropDraft(seller.id);
    setForm(emptyForm);
    setSavedAt(null);
    photos.clear();
    publishing.forget();
    setEarlier(false);
    if (step !== 'photos') goTo('photos');
  };

  const parts: Record<Step, ReactNode> = {
    photos: scripted ? (
      <PhotoBoard
        items={photos.items}
        error={errors.photos}
        onChange={changePhotos}
        onRemove={(item) => changePhotos((all) => all.filter((other) => other !== item))}
        onRetry={() => void savePhotos()}
      />
    ) : (
      <p>Save the listing first. You can add photos on the next page.</p>
    ),
    card: (
      <StepCard
        key={before?.id ?? 'first'}
        form={form}
        errors={errors}
        change={change}
        scripted={scripted}
        before={before}
        photos={boardPhotos(photos.items, changePhotos)}
      />
    ),
    condition: (
      <StepCondition form={form} errors={errors} change={change} scripted={scripted} rights={seller.description} />
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
        photoCount={scripted ? photos.items.length : 1}
      />
    ),
    check: scripted ? (
      <StepCheck form={form} items={photos.items} seller={seller} onStep={goTo} />
    ) : (
      <p>Save a draft to review it, or publish now. Listings of 20.00 or more need a photo.</p>
    ),
  };
  const button = (ending: Ending, label: string, busyLabel: string, primary = false) => (
    <Button
      kind={primary ? 'primary' : 'default'}
      size="xl"
      type={scripted ? 'button' : 'submit'}
      name="save"
      value={ending}
      busy={publishing.busy === ending}
      busyLabel={busyLabel}
      aria-disabled={(publishing.busy !== null && publishing.busy !== ending) || undefined}
      onClick={scripted ? () => void (publishing.busy === null && end(ending)) : undefined}
    >
      {label}
    </Button>
  );
  return (
    <div className="sell-g">
      <div className="min-w-0">
        {earlier && (
          <UnfinishedNote
            to={`/listings/${unfinished?.id}/edit`}
            onContinue={scripted ? () => setEarlier(false) : undefined}
            onStartOver={startOver}
          />
        )}
        <Form
          ref={element}
          method="post"
          noValidate
          onSubmit={(event) => scripted && event.preventDefault()}
          aria-label="List a card"
        >
          {isLimit && (
            <Note tone="warning" role="alert" className="mb-5">
              <strong>Saved as a draft.</strong> {refused?.message}
            </Note>
          )}
          <Wizard
            step={step}
            errors={errors}
            message={isLimit ? undefined : refused?.message}
            attempt={(refused?.attempt ?? 0) + stopped.times}
            onStep={goTo}
            onNext={goNext}
            filled={{
              photos: photos.items.length > 0,
              card: form.isFree ? form.game !== '' && form.name.trim() !== '' : form.card !== null,
              condition: form.condition !== '',
              price: parseMoney(form.price, form.currency) !== null,
            }}
            parts={parts}
            saved={
              [photosSaved(photos.items), savedAt && `Text saved in this browser at ${timeOfDay(savedAt)}`]
                .filter(Boolean)
                .join(' · ') || null
            }
            finish={
              <>
                {button('draft', 'Save as draft', 'Saving…')}
                {scripted && button('another', 'Publish and list another', 'Publishing…')}
                {button('publish', 'Publish listing', 'Publishing…', true)}
              </>
            }
          />
        </Form>
      </div>
      {scripted && step !== 'check' && (
        <aside className="sell-p" aria-label="Preview">
          <p className="dim mb-3">As buyers will see it</p>
          <Preview form={form} cover={photos.items[0]} seller={seller} />
        </aside>
      )}
    </div>
  );
}

/** Which mistakes a change may have put right: they are shown no longer, until the next try. */
function touchedBy(what: Partial<ListingForm>): string[] {
  const names = Object.keys(what);
  if (names.includes('posts'))
    names.push(
      'shipping',
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((at) => [`shipping.${at}.name`, `shipping.${at}.price`]),
    );
  if (names.includes('isGraded') || names.includes('company')) names.push('grading.company');
  if (names.includes('isGraded') || names.includes('grade')) names.push('grading.grade');
  if (names.includes('certificate')) names.push('grading.certificate');
  if (names.includes('isFree')) names.push('card', 'game', 'name');
  return names;
}
