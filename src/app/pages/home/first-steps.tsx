import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { gameName } from '#features/listings/widgets.tsx';
import { listingGames } from '#kernel/cards/games.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { FirstSteps } from './member-home.server.ts';

/** What a new member does first, until it is done or closed. */
export function FirstStepsPanel({ steps }: { steps: FirstSteps }) {
  const { isEmailConfirmed, games, hasList, followsAny } = steps;
  return (
    <Panel
      id="first-steps"
      title="Get started"
      note="Four steps to a home page with your cards"
      actions={
        <Form method="post" action="/home">
          <Button type="submit" name="act" value="close-steps" size="sm" kind="ghost">
            Hide these steps
          </Button>
        </Form>
      }
    >
      <ol className="begin">
        <Step title="Confirm your email" isDone={isEmailConfirmed} text="You need it to buy, sell and send messages.">
          <ButtonLink size="sm" to="/auth/verify-email">
            Confirm email
          </ButtonLink>
        </Step>
        <Step
          title="Choose your games"
          isDone={games.length > 0}
          text="Your home page shows new listings of these games first."
        >
          <Form method="post" action="/home">
            <fieldset className="begin-g">
              <legend className="sr">Your games</legend>
              {listingGames.map((game) => (
                <Checkbox key={game} name="games" value={game} label={gameName(game)} />
              ))}
            </fieldset>
            <Button type="submit" name="act" value="games" size="sm">
              Save games
            </Button>
          </Form>
        </Step>
        <Step
          title="Import a want list"
          isDone={hasList}
          text="Paste a list of cards or choose a file. You’ll see matching listings."
        >
          <ButtonLink size="sm" to="/want-lists">
            Import want list
          </ButtonLink>
        </Step>
        <Step
          title="Follow a seller"
          isDone={followsAny}
          text="Select Follow on a seller’s profile. Their new listings appear here."
        >
          <ButtonLink size="sm" to="/browse">
            Browse cards
          </ButtonLink>
        </Step>
      </ol>
    </Panel>
  );
}

interface StepProps {
  title: string;
  text: string;
  isDone: boolean;
  children: ReactNode;
}

function Step({ title, text, isDone, children }: StepProps) {
  return (
    <li className={isDone ? 'done' : undefined}>
      <h3>
        {isDone && <Icon of={Check} size={16} />}
        {title}
        {isDone && <span className="sr">, done</span>}
      </h3>
      {!isDone && (
        <>
          <p className="dim">{text}</p>
          {children}
        </>
      )}
    </li>
  );
}
