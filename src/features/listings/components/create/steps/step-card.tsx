import { useEffect, useRef, useState } from 'react';
import { type CardChoice, CardPicker, rarityName } from '#features/catalogue/widgets.tsx';
import {
  copyFlagNames,
  copyFlags,
  copyFlagsHeading,
  editionNames,
  finishes,
  finishName,
} from '#features/catalogue/words.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox, Select, TextInput } from '#ui/form/field.tsx';
import { gameNames, languageNames, listingLimits as limits, listingGames } from '../../../model/listing.rules.ts';
import { gameName } from '../../listing-words.ts';
import type { StepProps } from '../form/parts.ts';
import { type BoardPhotos, PhotoReader } from '../read-photo/photo-reader.tsx';

export interface StepCardProps extends StepProps {
  scripted: boolean;
  /** The card that was listed before this one. */
  before: CardChoice | null;
  photos: BoardPhotos;
}

/** Which card it is: of the catalogue, or in one's own words. */
export function StepCard({ form, errors, change, scripted, before, photos }: StepCardProps) {
  const { card, isFree } = form;
  const near = before?.setCode
    ? { game: before.game, code: before.setCode, name: before.setName ?? before.setCode }
    : null;
  const [isRead, setIsRead] = useState(false);
  const choose = (chosen: CardChoice) => {
    const only = chosen.finishes.length === 1 ? (chosen.finishes[0] ?? '') : '';
    change({ card: chosen, isFree: false, finish: only || (chosen.finishes.includes(form.finish) ? form.finish : '') });
  };
  const offered = card && card.finishes.length > 0 ? card.finishes : finishes;
  return (
    <>
      {card && !isFree ? (
        <ChosenCard card={card} takesFocus={isRead} onChange={() => change({ card: null, finish: '' })} />
      ) : (
        <>
          {scripted && !isFree && (
            <CardPicker
              required
              error={errors.card}
              within={near}
              noneFound="No matching cards. Enter the card yourself below."
              onChoose={choose}
            />
          )}
          {scripted && !isFree && (
            <PhotoReader
              photos={photos}
              onChoose={(chosen) => {
                setIsRead(true);
                choose(chosen);
              }}
            />
          )}
          {scripted && (
            <p className="my-3">
              <button type="button" className="link" onClick={() => change({ isFree: !isFree })}>
                {isFree ? 'Search the card database' : 'Enter the card yourself'}
              </button>
            </p>
          )}
          {(isFree || !scripted) && <FreeCard form={form} errors={errors} change={change} />}
        </>
      )}
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <Select
          label="Finish"
          name="finish"
          error={errors.finish}
          value={form.finish}
          onChange={(event) => change({ finish: event.target.value })}
        >
          <option value="">Not specified</option>
          {offered.map((value) => (
            <option key={value} value={value}>
              {finishName(value)}
            </option>
          ))}
        </Select>
        <Select
          label="Language"
          name="language"
          required
          error={errors.language}
          value={form.language}
          onChange={(event) => change({ language: event.target.value })}
        >
          {Object.entries(languageNames).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label="Edition"
          name="edition"
          error={errors.edition}
          value={form.edition}
          onChange={(event) => change({ edition: event.target.value })}
        >
          <option value="">Not specified</option>
          {Object.entries(editionNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <fieldset className="mt-5">
        <legend className="mb-1 text-[0.9375rem] font-semibold">{copyFlagsHeading}</legend>
        <p className="dim mb-2">Select everything that applies. Buyers see it and can search for it.</p>
        <div className="grid gap-2">
          {copyFlags.map((flag) => (
            <Checkbox
              key={flag}
              id={`f-${flag}`}
              name={flag}
              label={copyFlagNames[flag]}
              checked={form[flag]}
              onChange={(event) => change({ [flag]: event.target.checked })}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** `takesFocus`: it replaces a list of buttons, one of which was pressed. */
function ChosenCard({ card, takesFocus, onChange }: { card: CardChoice; takesFocus: boolean; onChange(): void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className="chosen" data-testid="chosen-card" tabIndex={-1}>
      {card.artUrl && <img src={card.artUrl} alt="" width={63} height={88} />}
      <div className="min-w-0 flex-1">
        <p className="text-[1.0625rem] font-semibold">{card.name}</p>
        <p className="dim">
          {[card.setName, card.number, card.rarity && rarityName(card.rarity)].filter(Boolean).join(' · ')}
        </p>
        <p className="dim">{gameName(card.game)}</p>
      </div>
      <input type="hidden" name="catalogueCardId" value={card.id} />
      <input type="hidden" name="name" value={card.name} />
      <Button onClick={onChange}>Change card</Button>
    </div>
  );
}

function FreeCard({ form, errors, change }: StepProps) {
  const field = (name: 'name' | 'setName' | 'number') => ({
    name,
    error: errors[name],
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Game"
        name="game"
        required
        error={errors.game}
        value={form.game}
        onChange={(event) => change({ game: event.target.value })}
      >
        <option value="">Choose a game</option>
        {listingGames.map((game) => (
          <option key={game} value={game}>
            {gameNames[game]}
          </option>
        ))}
      </Select>
      <TextInput label="Card name" required maxLength={limits.nameLength} autoComplete="off" {...field('name')} />
      <TextInput label="Set" maxLength={limits.setNameLength} autoComplete="off" {...field('setName')} />
      <TextInput
        label="Number"
        maxLength={limits.numberLength}
        autoComplete="off"
        {...field('number')}
        help="As printed, for example 4/102."
      />
    </div>
  );
}
