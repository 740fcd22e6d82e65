const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `eight` for 8; digits above twelve. */
export const numberWord = (count: number): string => words[count] ?? count.toLocaleString('en');
