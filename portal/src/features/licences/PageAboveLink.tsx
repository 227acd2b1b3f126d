import Button from '@mui/material/Button'
import type { Licence } from '@tablewire/contracts/estate/licences'
import { Link } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { useT } from './use-t.ts'

type Page = NonNullable<Licence['metaPage']>
/** True where the connection is not the venue's own: to disconnect it there would leave the button where it is. */
export const isOfAbove = <P extends Page>(page: P | null | undefined): page is P =>
  page !== null && page !== undefined && page.kind !== 'venue'

/** To the page of the brand or company that carries a venue's button, where it can be disconnected. */
export const PageAboveLink = ({ page: { kind, placeId }, venue }: { page: Page; venue: string }) => {
  const t = useT()
  const mayOpen = useAbility().can('read', 'companies')
  if (!mayOpen) return null
  const label = t(kind === 'group' ? 'above.group' : 'above.company')
  return (
    <Button size="small" component={Link} to="/meta" search={{ kind, id: placeId } as never} aria-label={`${label}: ${venue}`}>
      {label}
    </Button>
  )
}
