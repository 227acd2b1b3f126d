import { weekdayName } from '#src/kit/Weekdays.tsx'

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Hours as OpenStreetMap writes them, a line for each of its rules, with the days in the reader's language. */
export const hoursInWords = (hours: string): string =>
  hours
    .split(/;\s*/)
    .map((rule) =>
      rule
        .replaceAll(/\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b/g, (day) => weekdayName(days.indexOf(day) + 1))
        .replaceAll('-', '–')
        .replaceAll(',', ', '),
    )
    .join('\n')
