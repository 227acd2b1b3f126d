import type { Counts } from './analytics.ts'

/** A part of a whole in percent, to four digits; of nothing there is none. */
export const shareOf = (part: number, of: number): number | null => (of === 0 ? null : Math.round((part / of) * 1_000_000) / 10_000)

/** The cancellation rate of what is counted in one line: as the measure has it of all. */
export const canceledShare = ({ canceled, agreed }: Pick<Counts, 'canceled' | 'agreed'>): number | null => shareOf(canceled, agreed)

/** The no-show rate of one line: of those of whom it is known whether they came. */
export const noShowShare = ({ noShows, visited }: Pick<Counts, 'noShows' | 'visited'>): number | null => shareOf(noShows, visited + noShows)

/** Of some numbers their sum. */
export const sumOf = <N extends string>(all: readonly Readonly<Record<N, number>>[], name: N): number =>
  all.reduce((sum, one) => sum + one[name], 0)
