import { mdiGaugeEmpty } from '@mdi/js'
import Button from '@mui/material/Button'
import type { Book } from '@tablewire/contracts/estate/book'
import { useNavigate } from '@tanstack/react-router'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { useT } from '../use-t.ts'

type DayLimitsListProps = { book: Book; venueId: string; today: string; onRemove: (dayLimits: Book['dayLimits']) => void }

/** Limits that hold on one date instead of the shift's own: made in the evening's view, seen and taken away here. */
export const DayLimitsList = ({ book, venueId, today, onRemove }: DayLimitsListProps) => {
  const t = useT()
  const navigate = useNavigate()
  const { dayLimits = [], shifts, specialDays } = book
  const all = [...shifts, ...specialDays.flatMap((day) => day.shifts ?? [])]
  const coming = dayLimits.map((one, index) => ({ one, index })).filter(({ one }) => one.on >= today)
  if (coming.length === 0) return null
  const most = (count: number | null): string => (count === null ? t('none.limit') : formatNumber(count))
  return (
    <>
      <h3>{t('days.limits')}</h3>
      <ItemList>
        {coming
          .toSorted((a, b) => (a.one.on < b.one.on ? -1 : 1))
          .map(({ one: { id, on, shiftId, pacing, pacingAt }, index }) => {
            const name = `${formatDate(on, 'long')} · ${all.find((shift) => shift.id === shiftId)?.name ?? ''}`
            const open = { venue: venueId, date: on, view: 'day', meal: shiftId, limits: 'open' }
            return (
              <ListItem
                key={id}
                icon={<Icon path={mdiGaugeEmpty} />}
                title={name}
                text={[
                  `${t('pacing.covers')}: ${most(pacing.covers)}`,
                  `${t('pacing.parties')}: ${most(pacing.parties)}`,
                  ...(pacingAt.length > 0 ? [t('pacing.single.some', { count: pacingAt.length })] : []),
                ].join(' · ')}
                acts={
                  <>
                    <Button
                      size="small"
                      data-setting={`dayLimits.${index}.on`}
                      aria-label={t('days.edit.one', { name })}
                      onClick={() => void navigate({ to: '/reservations', search: open as never })}
                    >
                      {t('days.edit')}
                    </Button>
                    <Button
                      size="small"
                      color="error"
                      aria-label={t('days.delete.one', { name })}
                      onClick={() => onRemove(dayLimits.filter((other) => other.id !== id))}
                    >
                      {t('days.delete')}
                    </Button>
                  </>
                }
              />
            )
          })}
      </ItemList>
    </>
  )
}
