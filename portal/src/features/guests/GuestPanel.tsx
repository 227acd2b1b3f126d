import { mdiAlertOutline } from '@mdi/js'
import { type GuestProfile, guests } from '@tablewire/contracts/booking/guests'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { PanelBody } from '#src/kit/panel-body.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { GuestAddresses } from './GuestAddresses.tsx'
import { GuestConsent } from './GuestConsent.tsx'
import { GuestKnown } from './GuestKnown.tsx'
import { GuestNotes } from './GuestNotes.tsx'
import { Elsewhere, GuestVisits } from './GuestVisits.tsx'
import { nameOf, pastOf } from './guest-words.ts'
import { useT } from './use-t.ts'

const Past = ({ guest }: { guest: GuestProfile }) => {
  const t = useT()
  const { cancellations } = guest
  return (
    <p>
      {[
        guest.venueName,
        ...pastOf(t, guest),
        cancellations > 0 && t('cancellations', { count: cancellations, number: formatNumber(cancellations) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

type GuestPanelProps = { id: string; onShow: (id: string) => void }

/** All that is known of one guest, under all addresses he booked under. */
export const GuestPanel = ({ id, onShow }: GuestPanelProps) => {
  const t = useT()
  const mayWrite = useAbility().can('update', 'guests')
  const { data: guest, error, refetch } = useEndpoint(guests.get, { params: { id } })
  if (error && !guest) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!guest) return <RowsSkeleton />
  const parts = { id, guest, mayWrite }
  return (
    <PanelBody>
      <h2>{nameOf(t, guest)}</h2>
      <Past guest={guest} />
      {guest.allergies.length > 0 || guest.tags.length > 0 ? (
        <div className="acts">
          {guest.allergies.map((said) => (
            <Tag key={`a ${said}`} tone="danger" icon={mdiAlertOutline}>
              {said}
            </Tag>
          ))}
          {guest.tags.map((said) => (
            <Tag key={`t ${said}`} tone="neutral">
              {said}
            </Tag>
          ))}
        </div>
      ) : null}
      <GuestKnown {...parts} />
      <GuestNotes {...parts} />
      <GuestVisits guest={guest} />
      <GuestConsent {...parts} />
      <GuestAddresses {...parts} onShow={onShow} />
      <Elsewhere guest={guest} onShow={onShow} />
    </PanelBody>
  )
}
