import type { BulkChange } from '@tablewire/contracts/estate/bulk-changes'
import type { Kind } from './bulk-kind.ts'
import { archiveMany, restoreMany } from './change-archive.ts'
import { copyBook } from './change-book.ts'
import { changeChannel } from './change-channel.ts'
import { addDay } from './change-day.ts'
import { changeFields } from './change-fields.ts'
import { changeGroup } from './change-group.ts'

type Kinds = { [K in BulkChange['kind']]: Kind<Extract<BulkChange, { kind: K }>> }

const kinds: Kinds = {
  fields: changeFields,
  archive: archiveMany,
  restore: restoreMany,
  group: changeGroup,
  channel: changeChannel,
  book: copyBook,
  day: addDay,
}

/** What does a change of this kind; it is given no other. */
export const kindOf = ({ kind }: BulkChange): Kind<BulkChange> => kinds[kind] as Kind<BulkChange>
