/** The field of the checkout page for a phone number that the chosen address lacks. */
export const phoneField = 'addressPhone';

interface Group {
  methods: readonly { name: string; needsPhone: boolean }[];
  /** The name of the chosen one. */
  chosen: string | null;
}

/** The first chosen shipping method that needs a phone number. */
export function methodNeedingPhone(groups: readonly Group[]): string | undefined {
  return groups.flatMap(({ methods, chosen }) =>
    methods.filter(({ name, needsPhone }) => needsPhone && name === chosen),
  )[0]?.name;
}
