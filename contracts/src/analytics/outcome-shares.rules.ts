import type { Counts } from './analytics.ts'

const percent = (part: number, of: number): number | null => (of === 0 ? null : Math.round((part / of) * 1_000_000) / 10_000)

/** The cancellation rate of what is counted in one line: as the measure has it of all. */
export const canceledShare = ({ canceled, agreed }: Pick<Counts, 'canceled' | 'agreed'>): number | null => percent(canceled, agreed)

/** The no-show rate of one line: of those of whom it is known whether they came. */
export const noShowShare = ({ noShows, visited }: Pick<Counts, 'noShows' | 'visited'>): number | null => percent(noShows, visited + noShows)
