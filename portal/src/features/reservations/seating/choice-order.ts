import { chainKey } from '@tablewire/contracts/booking/tables.rules'
import type { SeatChoice } from '@tablewire/contracts/booking/tables'

export const choiceGroups = ['fits', 'until', 'other', 'taken'] as const
export type ChoiceGroup = (typeof choiceGroups)[number]

const groupOf = ({ free, fits, freeUntil }: SeatChoice): ChoiceGroup =>
  free ? (fits ? 'fits' : 'other') : fits && freeUntil ? 'until' : 'taken'

/** What a party can have first, then what it can have until somebody comes, the longest first; of other sizes the larger ones first, each from near to far; what is taken last. A word of name, area or guest finds it. */
export const groupedChoices = (
  choices: readonly SeatChoice[],
  { partySize, text }: { partySize: number; text: string },
): { group: ChoiceGroup; choices: SeatChoice[] }[] => {
  const words = text.trim().toLowerCase()
  const found = choices.filter(({ name, areaName, takenBy }) => [name, areaName, takenBy].some((one) => one.toLowerCase().includes(words)))
  const far = ({ covers }: SeatChoice): number => (covers >= partySize ? covers - partySize : 10_000 + partySize - covers)
  const late = ({ freeUntil = '' }: SeatChoice): number => Date.parse(freeUntil)
  const inOrder = (group: ChoiceGroup, here: SeatChoice[]): SeatChoice[] => {
    if (group === 'until') return here.toSorted((a, b) => late(b) - late(a))
    return group === 'other' ? here.toSorted((a, b) => far(a) - far(b)) : here
  }
  return choiceGroups
    .map((group) => ({
      group,
      choices: inOrder(
        group,
        found.filter((choice) => groupOf(choice) === group),
      ),
    }))
    .filter((one) => one.choices.length > 0)
}

export type Joining = 'one' | 'apart' | 'taken' | 'fine'

/** Whether tables picked by hand can be set up as one: only those that stand together in the plan. */
export const joiningOf = (choices: readonly SeatChoice[], ids: readonly string[]): { state: Joining; choice: SeatChoice | undefined } => {
  const choice = choices.find(({ tableIds }) => chainKey(tableIds) === chainKey(ids))
  if (ids.length < 2) return { state: 'one', choice }
  return { state: !choice ? 'apart' : choice.free ? 'fine' : 'taken', choice }
}
