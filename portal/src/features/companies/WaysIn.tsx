import { BookingEntryLink } from './BookingEntryLink.tsx'
import { MetaLink } from './MetaLink.tsx'

/** Where guests come from to a whole company or group. */
export const WaysIn = ({ kind, id }: { kind: 'company' | 'group'; id: string }) => (
  <>
    <BookingEntryLink id={id} />
    <MetaLink kind={kind} id={id} />
  </>
)
