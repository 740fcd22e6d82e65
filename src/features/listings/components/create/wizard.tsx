import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { fieldId } from '#ui/form/field.tsx';
import type { FormErrors } from './form/form-input.ts';
import { type Step, stepOf, steps } from './form/form-steps.ts';

export interface WizardProps {
  /** Null: all steps at once, one below the other, as without scripts. */
  step: Step | null;
  errors: FormErrors;
  message: string | undefined;
  attempt: number;
  onStep(step: Step): void;
  /** The button at the end of a step; it may stay where something is missing. */
  onNext(step: Step): void;
  /** Which steps have what they need. */
  filled?: Partial<Record<Step, boolean>>;
  parts: Record<Step, ReactNode>;
  /** The buttons of the last step. */
  finish: ReactNode;
  saved: string | null;
}

const headings: Record<Step, [string, string]> = {
  photos: ['Add photos', 'Buyers look at edges and corners. The first photo is the cover.'],
  card: ['Find the card', 'Choose it from the card database so that buyers can find it.'],
  condition: ['Set the condition', 'Grade honestly, so that the card matches the buyer’s expectations.'],
  price: ['Set price and shipping', 'Buyers see the total including shipping before they buy.'],
  check: ['Review and publish', 'This is what buyers will see.'],
};

/** Five steps that can be walked in any order; each is a part of one form and stays filled in. */
export function Wizard({
  step,
  errors,
  message,
  attempt,
  onStep,
  onNext,
  filled = {},
  parts,
  finish,
  saved,
}: WizardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === step) return;
    const isFirst = shown.current === null;
    shown.current = step;
    if (isFirst) return;
    const field = wanted.current && document.getElementById(wanted.current);
    wanted.current = null;
    (field || heading.current)?.focus();
    // Under a tour the page takes no focus, and the tour decides what is in sight.
    if (!field && document.activeElement === heading.current) heading.current?.scrollIntoView({ block: 'center' });
  }, [step]);
  const at = steps.findIndex(([name]) => name === step);
  const before = steps[at - 1]?.[0];
  const after = steps[at + 1];
  const wrong = new Set(Object.keys(errors).map(stepOf));

  // A field with an error may be on another step: that one is shown first, and takes the focus once it is rendered.
  const reveal = (event: MouseEvent) => {
    const target = (event.target as Element).closest('a')?.getAttribute('href');
    const field = Object.keys(errors).find((name) => `#${fieldId(name)}` === target);
    if (!field || step === null || stepOf(field) === step) return;
    event.preventDefault();
    event.stopPropagation();
    wanted.current = fieldId(field);
    onStep(stepOf(field));
  };
  return (
    <>
      {step && (
        <nav aria-label="Steps" className="mb-6">
          <ol className="steps">
            {steps.map(([name, label]) => (
              <li key={name} className={filled[name] && !wrong.has(name) ? 'done' : undefined}>
                <Link to={`?step=${name}`} preventScrollReset aria-current={name === step ? 'step' : undefined}>
                  {label}
                  {wrong.has(name) && (
                    <>
                      <b className="num bg-danger!" aria-hidden="true">
                        !
                      </b>
                      <b className="sr">, needs attention</b>
                    </>
                  )}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div onClickCapture={reveal}>
        <ErrorSummary errors={errors} message={message} attempt={attempt} />
      </div>
      {steps.map(([name]) => (
        <section
          key={name}
          data-guide={`list-${name}`}
          className="panel mb-5"
          hidden={step !== null && step !== name}
          aria-labelledby={`h-${name}`}
        >
          <h2
            id={`h-${name}`}
            tabIndex={-1}
            ref={name === step ? heading : undefined}
            className="text-[1.25rem]! leading-[1.75rem]! focus:outline-none"
          >
            {headings[name][0]}
          </h2>
          <p className="dim mb-5">{headings[name][1]}</p>
          {parts[name]}
        </section>
      ))}
      <div className={after && step ? 'wiz-b' : 'wiz-b last'} data-guide={after && step ? undefined : 'list-publish'}>
        {before && (
          <Button size="xl" onClick={() => onStep(before)}>
            Back
          </Button>
        )}
        <span className="sp" />
        {after && step ? (
          <Button kind="primary" size="xl" onClick={() => onNext(after[0])}>
            Next: {after[1]}
          </Button>
        ) : (
          finish
        )}
        {saved && <p className="dim wiz-s">{saved}</p>}
      </div>
    </>
  );
}
