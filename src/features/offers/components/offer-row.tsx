import type { ReactNode } from 'react';
import { Form, Link, useFetcher, useLocation, useNavigation } from 'react-router';
import type { Fee } from '#features/fees/words.ts';
import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CardBack } from '#ui/card/card-back.tsx';
import type { PhotoSource } from '#ui/card/photo.ts';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Price } from '#ui/card/price.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { Note } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Offer, OfferAction, OfferSide } from '../contract.ts';
import { otherSide } from '../model/offer.process.ts';
import { nameIn, offerLimits } from '../model/offer.rules.ts';
import type { GroupPlace } from '../queries/group-offers.ts';
import { SelectOffer } from './basket/many-form.tsx';
import { sameSide } from './offer-filters.ts';
import { OfferLines, PickLines } from './offer-lines.tsx';
import {
  acceptSentence,
  marketWords,
  type OfferMarket,
  percentOfPrice,
  sentencesOf,
  sideOfViewer,
  stateOf,
} from './offer-words.ts';
import { CounterAmount, SellersPart } from './sellers-part.tsx';

/** The answer of the page's form, where it was about this offer. */
export interface OfferAnswer {
  problem?: PageProblem;
  values?: Record<string, string>;
}

interface OfferRowProps {
  offer: Offer;
  /** The offers that it answers, oldest first: with it they are one negotiation. */
  steps: readonly Offer[];
  photo: PhotoSource | null;
  market: OfferMarket | null;
  place: GroupPlace;
  /** The marketplace fee in force. */
  fee: Fee;
  viewerId: string;
  now: string;
  /** Whether it can be selected, to be answered with others. */
  withBox: boolean;
  answer: OfferAnswer | undefined;
}

/** An offer in the list: its items, its state, and all that this side can do with it. */
export function OfferRow({ offer, steps, photo, market, place, fee, viewerId, now, withBox, answer }: OfferRowProps) {
  const side = sideOfViewer(offer, viewerId);
  const other = nameIn(offer, otherSide(side));
  const { word, tone } = stateOf(offer, side);
  const isMine = offer.madeBy === side;
  // A refused amount is shown at its field.
  const errorFields = Object.keys(answer?.problem?.errors ?? {});
  const isSaidBelow =
    answer?.values?.intent === 'counter' &&
    offer.actions.includes('counter') &&
    errorFields.length === 1 &&
    errorFields[0] === 'amount';
  const here = offer.lines?.filter(({ isHere }) => isHere) ?? [];
  const isOfSeveral = here.length > 1 || (offer.lines !== null && offer.status !== 'accepted');
  return (
    <li className={place === 'next' ? 'ofr-next' : undefined}>
      {typeof place === 'number' && (
        <p className="ofr-group">
          <span>{plural(place, { one: '# offer for this listing', other: '# offers for this listing' })}</span>
          {market && <span>{marketWords(market)}</span>}
        </p>
      )}
      <article className="ofr" id={offer.id} aria-label={`Offer for ${offer.title}`}>
        <div className="ofr-art" aria-hidden="true">
          {photo ? <PhotoImg photo={photo} sizes="44px" alt="" /> : <CardBack />}
        </div>
        <div className="ofr-what">
          <h2>{isOfSeveral ? offer.title : <Link to={`/listings/${offer.listingId}`}>{offer.title}</Link>}</h2>
          <EarlierSteps steps={steps} side={side} now={now} />
          <p className="dim">
            {steps.length > 0
              ? isMine
                ? `You countered with ${formatMoney(offer.amount)}`
                : `${other} countered with ${formatMoney(offer.amount)}`
              : isMine
                ? `Your offer to ${other}`
                : `Offer from ${other}`}{' '}
            · <RelativeTime at={offer.createdAt} now={now} ago />
          </p>
          {offer.message && <p className="ofr-said">{offer.message}</p>}
          {isOfSeveral && offer.lines && <OfferLines lines={offer.lines} status={offer.status} />}
          {sentencesOf(offer, side, new Date(now)).map((sentence) => (
            <p key={sentence} className="dim">
              {sentence}
            </p>
          ))}
        </div>
        <p className="ofr-sum">
          <Price value={offer.amount} />
          <span className="dim">
            {percentOfPrice(offer)} of {formatMoney(offer.asked)}
          </span>
          {market && place === 'alone' && <span className="dim">{marketWords(market)}</span>}
        </p>
        <StatusDot tone={tone}>{word}</StatusDot>
        {answer?.problem && !isSaidBelow && (
          <Note tone="danger" role="alert" className="ofr-no">
            {answer.problem.errors ? Object.values(answer.problem.errors).join(' ') : answer.problem.message}
          </Note>
        )}
        <Answers offer={offer} fee={fee} side={side} withBox={withBox} answer={answer} />
      </article>
    </li>
  );
}

/** The earlier offers of the two, in their order. */
function EarlierSteps({ steps, side, now }: Pick<OfferRowProps, 'steps' | 'now'> & { side: OfferSide }) {
  if (steps.length === 0) return null;
  return (
    <ol className="ofr-steps" aria-label="Earlier offers">
      {steps.map((step, n) => (
        <li key={step.id} id={step.id} className="dim">
          {stepSentence(step, side, n === 0)} · <RelativeTime at={step.createdAt} now={now} ago />
          {step.message && <span className="ofr-said">{step.message}</span>}
        </li>
      ))}
    </ol>
  );
}

function stepSentence(step: Offer, side: OfferSide, isFirst: boolean): string {
  const sum = formatMoney(step.amount);
  if (step.madeBy === side) return isFirst ? `You offered ${sum}` : `You countered with ${sum}`;
  const name = nameIn(step, step.madeBy);
  return isFirst ? `${name} offered ${sum}` : `${name} countered with ${sum}`;
}

function Answers({
  offer,
  fee,
  side,
  withBox,
  answer,
}: Pick<OfferRowProps, 'offer' | 'fee' | 'withBox' | 'answer'> & { side: OfferSide }) {
  const may = (action: OfferAction) => offer.actions.includes(action);
  const typed = answer?.values;
  const openAt = (intent: string) => typed?.intent === intent;
  // An offer that still waits for one of the sides stays visible.
  const isOver = offer.status !== 'pending' && offer.promise !== 'open' && offer.promise !== 'claimed';
  const several = offer.lines?.filter(({ isHere }) => isHere).length === 1 ? null : offer.lines;
  if (offer.actions.length === 0 && offer.orderId === null) return null;
  return (
    <div className="ofr-do">
      {withBox && <SelectOffer offer={offer} />}
      {may('pay') && <Pay offerId={offer.id} title={offer.title} />}
      {offer.orderId !== null && (
        <ButtonLink size="sm" to={`/orders/${offer.orderId}`}>
          View order
        </ButtonLink>
      )}
      {may('accept') && (
        <details>
          <summary className="go" aria-label={`Accept: ${offer.title}`}>
            Accept
          </summary>
          <Act
            side={side}
            offerId={offer.id}
            intent="accept"
            label={several ? 'Accept offer' : `Accept ${formatMoney(offer.amount)}`}
            kind="primary"
          >
            {side === 'seller' && <SellersPart offer={offer} fee={fee} lines={several} />}
            <p className="dim">{acceptSentence(offer, side)}</p>
          </Act>
        </details>
      )}
      {may('counter') && (
        <details open={openAt('counter')}>
          <summary aria-label={`Counteroffer: ${offer.title}`}>Counteroffer</summary>
          <Act side={side} offerId={offer.id} intent="counter" label="Send counteroffer" kind="primary">
            {several && <PickLines lines={several} intent="counter" />}
            <CounterAmount
              offer={offer}
              fee={side === 'seller' ? fee : null}
              typed={openAt('counter') ? typed?.amount : undefined}
              problem={openAt('counter') ? answer?.problem : undefined}
            />
            <TextArea
              id={`message-${offer.id}`}
              label="Message"
              name="message"
              rows={2}
              maxLength={offerLimits.messageLength}
              defaultValue={typed?.message}
            />
            {side === 'buyer' && (
              <p className="dim">
                {offer.attemptsLeft === 1
                  ? 'This is your last offer on this listing.'
                  : plural(offer.attemptsLeft ?? 0, {
                      one: '# offer left on this listing.',
                      other: '# offers left on this listing.',
                    })}
              </p>
            )}
          </Act>
        </details>
      )}
      {may('decline') && (
        <details open={openAt('decline')}>
          <summary aria-label={`Decline: ${offer.title}`}>Decline</summary>
          <Act side={side} offerId={offer.id} intent="decline" label="Decline offer" kind="danger">
            <TextArea
              id={`reason-${offer.id}`}
              label="Reason"
              name="reason"
              rows={2}
              maxLength={offerLimits.reasonLength}
              defaultValue={typed?.reason}
            />
          </Act>
        </details>
      )}
      {may('withdraw') && (
        <Act
          side={side}
          offerId={offer.id}
          intent="withdraw"
          label="Withdraw offer"
          name={offer.title}
          kind="default"
        />
      )}
      {may('clear') && isOver && (
        <Act side={side} offerId={offer.id} intent="clear" label="Remove from list" name={offer.title} kind="ghost" />
      )}
    </div>
  );
}

interface ActProps {
  /** The side of the page that shows it, and that the form returns to. */
  side: OfferSide;
  offerId: string;
  intent: string;
  label: string;
  /** The listing's name, for a button that is alone in its row. */
  name?: string;
  kind: 'primary' | 'default' | 'danger' | 'ghost';
  children?: ReactNode;
}

const busyLabels: Readonly<Record<string, string>> = {
  accept: 'Accepting…',
  counter: 'Sending…',
  decline: 'Declining…',
  withdraw: 'Withdrawing…',
};

function Act({ side, offerId, intent, label, name, kind, children }: ActProps) {
  const { formData, state } = useNavigation();
  const { search } = useLocation();
  const busy = state !== 'idle' && formData?.get('id') === offerId && formData.get('intent') === intent;
  return (
    <Form method="post" action={`?${sameSide(search, side)}`} preventScrollReset noValidate>
      <input type="hidden" name="id" value={offerId} />
      <input type="hidden" name="intent" value={intent} />
      {children}
      <Button
        type="submit"
        size="sm"
        kind={kind}
        busy={busy}
        // The longer busy label reserves width, which would misalign a button without an edge.
        {...(kind === 'ghost' ? {} : { busyLabel: busyLabels[intent] ?? 'Saving…' })}
        {...(name ? { 'aria-label': `${label}: ${name}` } : {})}
      >
        {label}
      </Button>
    </Form>
  );
}

/** Orders what was accepted and goes on to the payment page; works as a plain form. */
function Pay({ offerId, title }: { offerId: string; title: string }) {
  const fetcher = useFetcher<{ problem?: PageProblem }>();
  const problem = fetcher.data?.problem;
  return (
    <fetcher.Form method="post" action="/checkout">
      <input type="hidden" name="offerId" value={offerId} />
      {problem && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      <Button
        type="submit"
        size="sm"
        kind="primary"
        busy={fetcher.state !== 'idle'}
        busyLabel="Opening checkout…"
        aria-label={`Continue to payment: ${title}`}
      >
        Continue to payment
      </Button>
    </fetcher.Form>
  );
}
