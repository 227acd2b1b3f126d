import { mdiAccountGroupOutline, mdiArchiveArrowDownOutline, mdiArchiveArrowUpOutline, mdiCalendarRemoveOutline } from '@mdi/js'
import { mdiContentCopy, mdiPencilOutline, mdiTransitConnectionVariant } from '@mdi/js'
import type { BulkChange, VenueSelection } from '@tablewire/contracts/estate/bulk-changes'
import type { VenueFilter } from '@tablewire/contracts/estate/venue-filters'
import type { Right } from '@tablewire/contracts/identity/access'
import type { Choice } from '#src/kit/list/choice.ts'

export type BulkKind = BulkChange['kind']

/** What can be done with the venues chosen, and what each asks of whoever does it. */
export const bulkKinds: readonly { kind: BulkKind; right: Right; icon: string }[] = [
  { kind: 'fields', right: ['update', 'venues'], icon: mdiPencilOutline },
  { kind: 'day', right: ['update', 'settings-restaurant'], icon: mdiCalendarRemoveOutline },
  { kind: 'book', right: ['update', 'settings-restaurant'], icon: mdiContentCopy },
  { kind: 'group', right: ['update', 'groups'], icon: mdiAccountGroupOutline },
  { kind: 'channel', right: ['update', 'channel-management'], icon: mdiTransitConnectionVariant },
  { kind: 'archive', right: ['update', 'venues'], icon: mdiArchiveArrowDownOutline },
  { kind: 'restore', right: ['update', 'venues'], icon: mdiArchiveArrowUpOutline },
]

/** The venues chosen as the server is told of them: by their ids, or by the filter that the list shows. */
export const selectionOf = ({ all, ids }: Choice, filters: VenueFilter): VenueSelection =>
  all ? { filters, except: [...ids] } : { ids: [...ids] }
