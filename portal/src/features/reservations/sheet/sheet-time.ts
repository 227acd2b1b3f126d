import { localTime } from '#src/kit/format.ts'

/** `19:30`; of an hour that the clock shows twice also which. */
export const sheetTime = ({ startsLocal, offset }: { startsLocal: string; offset: string | null }): string =>
  offset === null ? localTime(startsLocal) : `${localTime(startsLocal)} (${offset})`
