import { exampleOf, numberFormatNames, numberFormats } from '#kernel/format.ts';
import { currencies } from '#kernel/numbers/money.ts';
import { Select } from '#ui/form/field.tsx';

interface Props {
  numberFormat: string;
  timeZone: string;
  /** Names of all time zones, from the server: browsers differ in theirs. */
  timeZones: readonly string[];
  displayCurrency: string;
  errors: Partial<Record<string, string>>;
}

/** How numbers and times are written for the member; an empty choice follows the browser. */
export function FormatFields({ numberFormat, timeZone, timeZones, displayCurrency, errors }: Props) {
  return (
    <div className="mt-6 grid gap-4">
      <Select
        label="Number format"
        name="numberFormat"
        mark={false}
        defaultValue={numberFormat}
        error={errors.numberFormat}
        help="Changes how prices, numbers and times are written. Currencies stay the same."
      >
        <option value="">Same as browser</option>
        {numberFormatNames.map((name) => (
          <option key={name} value={name}>
            {`${numberFormats[name]}: ${exampleOf(name)}`}
          </option>
        ))}
      </Select>
      <Select
        label="Show prices also in"
        name="displayCurrency"
        mark={false}
        defaultValue={displayCurrency}
        error={errors.displayCurrency}
        help="Approximate, at fixed rates. You always pay in the seller’s currency."
      >
        <option value="">Seller’s currency only</option>
        {currencies.map((currency) => (
          <option key={currency} value={currency}>
            {currency}
          </option>
        ))}
      </Select>
      <Select
        label="Time zone"
        name="timeZone"
        mark={false}
        defaultValue={timeZone}
        error={errors.timeZone}
        help="For times on your pages. Emails use UTC."
      >
        <option value="">Same as browser</option>
        {timeZones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </div>
  );
}
