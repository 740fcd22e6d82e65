import { clsx } from 'clsx';

export interface StepperProps {
  label: string;
  steps: readonly { id: string; title: string; isDone: boolean; to?: string }[];
  current: string;
}

/** Where one is in a form of several steps; steps that have been reached are links back. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <nav aria-label={label}>
      <ol className="steps">
        {steps.map((step) => {
          const isHere = step.id === current;
          return (
            <li key={step.id} className={clsx(step.isDone && 'done')}>
              {step.to && !isHere ? (
                <a href={step.to}>
                  {step.title}
                  {step.isDone && <span className="sr">, done</span>}
                </a>
              ) : (
                <span aria-current={isHere ? 'step' : undefined}>{step.title}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
