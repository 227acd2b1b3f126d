import type { SheetLetter, sheetPages } from '@tablewire/contracts/booking/sheet-mails'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Selectable } from 'kysely'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type SheetMailsRow = {
  venueId: string
  enabled: boolean
  minutesBefore: number
  pages: (typeof sheetPages)[number][]
  skipEmpty: boolean
  lang: Lang
  setBy: string
  origin: string
  version: number
  nextAt: NullableInstant
  updatedAt: InstantColumn
}
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    sheetMails: SheetMailsRow
    sheetRecipients: { venueId: string; email: string }
    sheetRuns: {
      id: string
      venueId: string
      serviceOn: string
      mealId: string
      dueAt: InstantColumn
      state: 'begun' | 'skipped'
      createdAt: InstantColumn
    }
    sheetLetters: { id: string; runId: string; email: string; state: SheetLetter['state']; reason: string | null; at: InstantColumn }
  }
}
export type SheetMailRecord = Selectable<SheetMailsRow>
