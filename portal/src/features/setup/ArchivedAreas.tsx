import { mdiArchiveOutline } from '@mdi/js'
import type { Area } from '@tablewire/contracts/book'
import { venues } from '@tablewire/contracts/venues'
import Button from '@mui/material/Button'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Thing, Things } from '#src/kit/Things.tsx'
import { useT } from './use-t.ts'

type ArchivedProps = { venueId: string; areas: readonly Area[]; onBack: (area: Area) => void }

/** Areas taken out of the book. One that comes back is the same as before: its reservations of the past sit there again. */
export const ArchivedAreas = ({ venueId, areas, onBack }: ArchivedProps) => {
  const t = useT()
  const input = { params: { id: venueId } }
  const { data } = useEndpoint(venues.archivedAreas, input, { meta: { shown: true } })
  useLive(({ type, venueId: of }) => {
    if (of === venueId && type === 'book') void queryClient.invalidateQueries({ queryKey: keyOf(venues.archivedAreas, input) })
  })
  const here = new Set(areas.map(({ id }) => id))
  const gone = (data ?? []).filter(({ id }) => !here.has(id))
  if (!gone.length) return null
  return (
    <section aria-label={t('areas.archived')} style={{ marginBlockStart: 24 }}>
      <h3>{t('areas.archived')}</h3>
      <Things>
        {gone.map(({ archivedAt, ...area }) => (
          <Thing
            key={area.id}
            icon={<Icon path={mdiArchiveOutline} />}
            title={<span dir="auto">{area.name}</span>}
            text={t('areas.archived.since', { when: formatInstant(archivedAt), count: area.capacity })}
            acts={
              <Button size="small" variant="outlined" onClick={() => onBack(area)} aria-label={t('areas.back.one', { name: area.name })}>
                {t('areas.back')}
              </Button>
            }
          />
        ))}
      </Things>
    </section>
  )
}
