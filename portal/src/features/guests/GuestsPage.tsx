import { guests } from '@tablewire/contracts/booking/guests'
import { useDataAge } from '#src/api/data-age.ts'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useWidth } from '#src/kit/use-width.ts'
import { GuestPanel } from './GuestPanel.tsx'
import { GuestsHead } from './GuestsHead.tsx'
import { GuestTable } from './GuestTable.tsx'
import { Pairs } from './Pairs.tsx'
import { useGuests, useLiveGuests } from './use-guests.ts'
import { useT } from './use-t.ts'
import { VenueFilter } from './VenueFilter.tsx'

const docksFrom = 1080

/** RE5: whom the house knows, by name, mail or number; and who may be the same person twice. */
export const GuestsPage = () => {
  const t = useT()
  const [ref, width] = useWidth()
  const [{ id, q = '', venue, pairs }, setSearch] = useUrlSearch()
  const rows = useGuests({ ...(q ? { q } : {}), ...(venue ? { venueId: venue } : {}) })
  const asOf = useDataAge(guests.list)
  const deciding = pairs !== undefined
  const filtered = q !== '' || venue !== undefined
  const docked = width >= docksFrom
  const show = (next: string | undefined): void => setSearch({ id: next })
  useLiveGuests()
  return (
    <FullHeight ref={ref}>
      <GuestsHead venueId={venue} deciding={deciding} onDecide={(on) => setSearch({ pairs: on ? 'true' : undefined, id: undefined })} />
      <ListBar
        {...(deciding ? {} : { search: { label: t('search'), value: q, onChange: (text: string) => setSearch({ q: text }) } })}
        filters={<VenueFilter value={venue} onChange={(next) => setSearch({ venue: next })} />}
        onClear={filtered ? () => setSearch({ q: undefined, venue: undefined }) : undefined}
        total={undefined}
        asOf={asOf}
        actions={rows.more && !deciding ? <output className="quiet">{t('more')}</output> : null}
      />
      <div className="work">
        {deciding ? (
          <Pairs venueId={venue} onShow={show} />
        ) : (
          <GuestTable rows={rows} id={id} filtered={filtered} docked={docked} onOpen={show} />
        )}
        {id ? (
          <SidePanel label={t('guest')} of={id} docked={docked} onClose={() => show(undefined)}>
            <GuestPanel key={id} id={id} onShow={show} />
          </SidePanel>
        ) : null}
      </div>
    </FullHeight>
  )
}
