import { gameNames, listingGames } from '#kernel/cards/games.ts';
import { Checkbox, Select } from '#ui/form/field.tsx';
import type { Density, Motion } from '../contract.ts';

interface Props {
  density: Density;
  motion: Motion;
  games: readonly string[];
  errors: Partial<Record<string, string>>;
}

/** How close lists stand, whether the site moves, and the games that the home page shows first. */
export function DisplayFields({ density, motion, games, errors }: Props) {
  return (
    <div className="mt-4 grid gap-4">
      <Select
        label="Density"
        name="density"
        mark={false}
        defaultValue={density}
        error={errors.density}
        help="How close rows are in lists and tables."
      >
        <option value="comfortable">Comfortable</option>
        <option value="compact">Compact</option>
      </Select>
      <Select
        label="Motion"
        name="motion"
        mark={false}
        defaultValue={motion}
        error={errors.motion}
        help="Less motion turns off all animations."
      >
        <option value="system">Same as device</option>
        <option value="less">Less motion</option>
      </Select>
      <fieldset>
        <legend className="font-medium">Your games</legend>
        <p className="dim text-[0.8125rem]">Your home page shows new listings of these games first.</p>
        {/* Without this no checked box would mean no change. */}
        <input type="hidden" name="hasGames" value="1" />
        <div className="mt-2 grid gap-1 sm:grid-cols-2">
          {listingGames.map((game) => (
            <Checkbox
              key={game}
              name="games"
              value={game}
              label={gameNames[game]}
              defaultChecked={games.includes(game)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
